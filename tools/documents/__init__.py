"""Man pages and completions of the command line, made from the option table and from the subcommands' own parsers."""
