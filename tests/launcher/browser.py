"""A headless Chromium for tests of pages: the DevTools protocol over two pipes."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

_PROGRAMS = ("chromium-headless-shell", "chromium")  # what tools/setup --with-tests installs, and what may be there
_PATIENCE = 60.0  # seconds


def find() -> str | None:
    return next((path for name in _PROGRAMS if (path := shutil.which(name))), None)


class Browser:
    """One page of it. What the page asks of the network, and what goes wrong in it, is in `requests` and `errors`."""

    def __init__(self, program: str, profile: Path) -> None:
        ours, its_output = os.pipe()
        its_input, to_it = os.pipe()
        self._read, self._write = ours, to_it

        def prepare() -> None:  # the protocol's descriptors are 3 and 4
            copies = [os.dup(its_input), os.dup(its_output)]
            for number, copy in zip((3, 4), [os.dup2(copies[0], 60), os.dup2(copies[1], 61)]):
                os.dup2(copy, number)

        self._process = subprocess.Popen(
            [
                *[program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
                *["--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=prepare,
        )
        os.close(its_output)
        os.close(its_input)
        self.requests: list[str] = []
        self.errors: list[str] = []
        self._session = ""
        self._number = 0
        self._rest = b""
        self._loaded = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        os.close(self._read)
        os.close(self._write)

    def _message(self) -> dict[str, Any]:
        deadline = time.monotonic() + _PATIENCE
        while b"\0" not in self._rest:
            assert select.select([self._read], [], [], max(deadline - time.monotonic(), 0))[0], "the browser is silent"
            data = os.read(self._read, 1 << 20)
            assert data, "the browser has ended"
            self._rest += data
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        method, told = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(str(told["exceptionDetails"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.errors.append(told["entry"]["text"])
        elif method == "Page.loadEventFired":
            self._loaded = True

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while (answer := self._message()).get("id") != self._number:
            pass
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, page: Path, width: int = 1200, height: int = 900, scheme: str = "light", scripts: bool = True) -> None:
        self.requests.clear()
        self.errors.clear()
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self._loaded = False
        self.call("Page.navigate", url=page.as_uri())
        while not self._loaded:
            self._message()

    def value(self, expression: str) -> Any:
        """Of JavaScript."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        codes = {"Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowUp": 38, "ArrowDown": 40}
        for key in keys:
            for kind in ("rawKeyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key])

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
