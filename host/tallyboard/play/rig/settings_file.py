"""Reads a settings.toml, which CircuitPython does itself."""


def settings(path: str) -> dict[str, int | str]:
    """Its strings and whole numbers by their names."""
    found: dict[str, int | str] = {}
    with open(path) as lines:
        for line in lines:
            name, equals, value = line.strip().partition(" = ")
            if equals and name[0] != "#":
                found[name] = value[1:-1] if value[0] == '"' else int(value)
    return found
