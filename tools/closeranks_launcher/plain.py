"""A dataclass like the standard library's, as far as running a program needs it.

In every run the user waits for modules to load. `dataclasses` takes a third as long as all the rest: it loads
`inspect`, and compiles the methods of each class at each start. Other subcommands use it anyway.
"""

from __future__ import annotations

TYPE_CHECKING = False  # for mypy it is true, as that of `typing`, which takes 2 ms to load

if TYPE_CHECKING:
    from dataclasses import FrozenInstanceError as FrozenInstanceError
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:

    class FrozenInstanceError(AttributeError):
        pass

    class field:
        def __init__(self, default_factory):
            self.default_factory = default_factory

    def _values(self):
        return tuple(getattr(self, name) for name in self._fields)

    def _init(self, *values, **named):
        if len(values) > len(self._fields):
            raise TypeError(f"{type(self).__name__} takes {len(self._fields)} values, and {len(values)} were given")
        for name, value in zip(self._fields, values):
            if name in named:
                raise TypeError(f"{type(self).__name__} was given {name} twice")
            named[name] = value
        for name in self._fields:
            if name in named:
                value = named.pop(name)
            elif name in self._defaults:
                value = self._defaults[name]
                value = value.default_factory() if isinstance(value, field) else value
            else:
                raise TypeError(f"{type(self).__name__} needs {name}")
            object.__setattr__(self, name, value)
        if named:
            raise TypeError(f"{type(self).__name__} has no {', '.join(named)}")

    def _repr(self):
        given = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, _values(self)))
        return f"{type(self).__qualname__}({given})"

    def _eq(self, other):
        return _values(self) == _values(other) if type(self) is type(other) else NotImplemented

    def _hash(self):
        return hash(_values(self))

    def _refuse(self, name, *_):
        raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")

    def _made(cls, frozen):
        cls._fields = tuple(cls.__annotations__)
        cls._defaults = {name: cls.__dict__[name] for name in cls._fields if name in cls.__dict__}
        cls.__init__, cls.__repr__, cls.__eq__ = _init, _repr, _eq
        cls.__hash__ = _hash if frozen else None
        if frozen:
            cls.__setattr__ = cls.__delattr__ = _refuse
        for name, value in cls._defaults.items():
            if isinstance(value, field):
                delattr(cls, name)
        return cls

    def dataclass(cls=None, *, frozen=False):
        return _made(cls, frozen) if cls else lambda decorated: _made(decorated, frozen)

    def replace(one, **changes):
        return type(one)(**{**dict(zip(one._fields, _values(one))), **changes})
