"""The pages of the JSON schemas as Markdown: what each key is, and an example that a command has printed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).parents[1] / "schema"
_WORDS = {"string": "text", "array": "list"}
_ROOM = 88  # columns of an example
_MOST = 2  # members of a long list that an example shows


def names() -> list[str]:
    """The schemas that there are, by name."""
    return sorted(file.stem for file in SCHEMAS.glob("*.json"))


def page(name: str, command: str, printed: str) -> str:
    """The page of the schema of this name; `command` is what has `printed` the example, "" without one."""
    schema = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    objects = [*_reached(schema, schema["$defs"])]
    seen = [*_objects_in(_read(printed))] if printed else []
    parts = [f"# JSON: {name}", f"The schema itself: {{download}}`{name}.json <../schema/{name}.json>`."]
    if len(_roots(schema)) > 1:
        parts.append("An object is one of these: " + ", ".join(map(_linked, _roots(schema))) + ".")
    if printed:
        parts += ["## An example", _example(command, printed)]
    parts += [_section(one, schema["$defs"][one], seen) for one in objects]
    return "\n\n".join(parts) + "\n"


def _roots(schema: dict[str, Any]) -> list[str]:
    return [_name(one) for one in schema.get("anyOf", [schema])]


def _name(reference: dict[str, Any]) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _linked(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _reached(schema: dict[str, Any], objects: dict[str, Any]) -> Iterator[str]:
    """The objects in the order in which a reader comes to them."""
    found, ahead = set(), _roots(schema)
    while ahead:
        name = ahead.pop(0)
        if name not in found:
            found.add(name)
            yield name
            ahead = [*_named_in(objects[name]), *ahead]


def _named_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict) and "$ref" in value:
        yield _name(value)
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _named_in(one)


def _section(name: str, one: dict[str, Any], seen: list[dict[str, Any]]) -> str:
    """What is said of each key, in the order in which one of the objects that were `seen` has them."""
    keys, needs = [*one["properties"]], {*one["required"]}
    printed = next((like for like in seen if needs <= like.keys() <= {*keys}), {})
    rows = []
    for key in sorted(keys, key=[*printed, *keys].index):
        of = one["properties"][key]
        rows.append(
            f"| `{key}` | {type_in_words(of)} | {_cell(of['description'])}{'' if key in needs else _LEFT_OUT} |"
        )
    return "\n".join([f"## {name}", "", one["description"], "", "| key | type | what it is |", "|---|---|---|", *rows])


_LEFT_OUT = " (may be left out)"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def type_in_words(of: dict[str, Any]) -> str:
    """`list of integer or null`, objects with a link to their section."""
    if "$ref" in of:
        return _linked(_name(of))
    if "anyOf" in of:
        return " or ".join(map(type_in_words, of["anyOf"]))
    if "enum" in of:
        return " or ".join(f"`{word}`" for word in of["enum"])
    kind = of.get("type", "anything")
    inner = of.get("items") or of.get("additionalProperties")
    return f"{_WORDS.get(kind, kind)} of {type_in_words(inner)}" if inner else _WORDS.get(kind, kind)


def _read(printed: str) -> list[Any]:
    """What a command printed: an object a line, or one document."""
    lines = printed.splitlines()
    return [json.loads(line) for line in lines] if lines[0] != "{" else [json.loads(printed)]


def _objects_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _objects_in(one)


def _example(command: str, printed: str) -> str:
    shown = "\n".join(_pretty(one) for one in _read(printed)[:_MOST])
    cut = " A long list is cut where … stands." if "…" in shown else ""
    return f"`{command}` printed this when the site was made, each object on one line.{cut}\n\n```text\n{shown}\n```"


def _pretty(value: Any, inset: int = 0, taken: int = 0) -> str:
    """As JSON: what fits into a line on one, `taken` columns of which are, else a member a line, so far in; the first
    members of a long list."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + taken <= _ROOM or not isinstance(value, dict | list):
        return line
    inside = inset + 2
    if isinstance(value, dict):
        members = [f'"{key}": {_pretty(one, inside, inside + len(key) + 4)}' for key, one in value.items()]
    else:
        members = [_pretty(one, inside, inside) for one in value[:_MOST]] + ["…"] * (len(value) > _MOST)
    lines = ",\n".join(" " * inside + member for member in members)
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    return f"{opens}\n{lines}\n{' ' * inset}{closes}"
