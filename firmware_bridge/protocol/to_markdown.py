"""The tables of ``docs/protocol.md`` that say what every message is."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.protocol.definitions import CHOICES, CONSTANTS, DEFINITIONS, Definition

BEGIN = "<!-- The tables below are made by firmware_bridge/protocol/generate.py -->\n"
END = "<!-- The tables end here -->\n"


def with_tables(document: str) -> str:
    """The document with what stands between BEGIN and END made anew."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{message_tables()}{END}{after}"


def message_tables() -> str:
    """Every message, enumeration and number, in Markdown."""
    lines = [*_overview(), *_fields(), *_choices(), *_constants()]
    return "".join(f"{line}\n" for line in lines)


def _overview() -> Iterator[str]:
    yield "| type | message | from | then | bytes |"
    yield "| --- | --- | --- | --- | --- |"
    for each in DEFINITIONS:
        yield (
            f"| `{each.type:02X}` | {shouted(each.name)} | {each.sender} | "
            f"{', '.join(_parts(each))} | {_length(each)} |"
        )
    yield ""


def _parts(each: Definition) -> Iterator[str]:
    if each.versioned:
        yield "version (1)"
    for field in each.fields:
        yield f"{field.name} ({field.size})"
    if each.tail is not None:
        yield f"{each.tail.name} ({each.tail.low} to {each.tail.high})"


def _length(each: Definition) -> str:
    fixed = 1 + each.versioned + sum(field.size for field in each.fields)
    if each.tail is None:
        return str(fixed)
    return f"{fixed + each.tail.low} to {fixed + each.tail.high}"


def _fields() -> Iterator[str]:
    for each in DEFINITIONS:
        yield f"**{shouted(each.name)}**, from the {each.sender}. {each.meaning}".replace("``", "*")
        yield ""
        yield "| field | is | range |"
        yield "| --- | --- | --- |"
        if each.versioned:
            yield "| version | the version of this protocol | 2 |"
        for field in each.fields:
            choices = f": {field.choices}, below" if field.choices else ""
            meaning = field.meaning.replace("``", "*")
            yield f"| {field.name} | {meaning}{choices} | {_range(field.low, field.high)} |"
        if each.tail is not None:
            bounds = f"{each.tail.low} to {each.tail.high} bytes"
            yield f"| {each.tail.name} | {each.tail.meaning} | {bounds} |"
        yield ""


def _range(low: int, high: int) -> str:
    return f"{low} to {'2³²−1' if high == 0xFFFF_FFFF else high}"


def _choices() -> Iterator[str]:
    for choices in CHOICES:
        bits = "; the sum of" if choices.flags else ""
        yield f"**{choices.name}**: {choices.meaning}{bits}"
        yield ""
        yield "| value | name | is |"
        yield "| --- | --- | --- |"
        for name, value, meaning in choices.values:
            yield f"| {value} | {name} | {meaning} |"
        yield ""


def _constants() -> Iterator[str]:
    yield "**Numbers** that both ends keep to"
    yield ""
    yield "| name | value | is |"
    yield "| --- | --- | --- |"
    for constant in CONSTANTS:
        yield f"| {constant.name} | {constant.value} | {constant.meaning} |"
    yield ""


def shouted(name: str) -> str:
    """The name of a message as the page has it: ``THROW_ACK``."""
    return "".join(f"_{c}" if c.isupper() else c.upper() for c in name).lstrip("_")
