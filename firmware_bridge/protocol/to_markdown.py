"""Generate the tables of ``docs/protocol.md``."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.protocol.constants import VERSION
from firmware_bridge.protocol.fields import Schema, WireFlag
from firmware_bridge.protocol.messages import CHOICES, CONSTANTS, SCHEMAS, meaning_of, shouted

BEGIN = "<!-- The tables below are made by firmware_bridge/protocol/generate.py -->\n"
END = "<!-- The tables end here -->\n"


def with_tables(document: str) -> str:
    """Return the document with the text between BEGIN and END replaced."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{message_tables()}{END}{after}"


def message_tables() -> str:
    """Return the tables of every message, enumeration and number, in Markdown."""
    lines = [*_overview(), *_fields(), *_choices(), *_constants()]
    return "".join(f"{line}\n" for line in lines)


def _overview() -> Iterator[str]:
    yield "| type | message | from | then | bytes |"
    yield "| --- | --- | --- | --- | --- |"
    for each in SCHEMAS:
        yield (
            f"| `{each.type:02X}` | {shouted(each.name)} | {each.sender} | "
            f"{', '.join(_parts(each))} | {_length(each)} |"
        )
    yield ""


def _parts(each: Schema) -> Iterator[str]:
    if each.versioned:
        yield "version (1)"
    for field, number in each.numbers.items():
        yield f"{field} ({number.size})"
    if each.tail is not None:
        field, tail = each.tail
        yield f"{field} ({tail.low} to {tail.high})"


def _length(each: Schema) -> str:
    if each.tail is None:
        return str(each.fixed_size)
    _, tail = each.tail
    return f"{each.fixed_size + tail.low} to {each.fixed_size + tail.high}"


def _fields() -> Iterator[str]:
    for each in SCHEMAS:
        yield f"**{shouted(each.name)}**, from the {each.sender}. {each.meaning}".replace("``", "*")
        yield ""
        yield "| field | is | range |"
        yield "| --- | --- | --- |"
        if each.versioned:
            yield f"| version | the version of this protocol | {VERSION} |"
        for field, number in each.numbers.items():
            choices = f": {number.choices.__name__}, below" if number.choices else ""
            meaning = number.meaning.replace("``", "*")
            yield f"| {field} | {meaning}{choices} | {_range(number.low, number.high)} |"
        if each.tail is not None:
            field, tail = each.tail
            yield f"| {field} | {tail.meaning} | {tail.low} to {tail.high} bytes |"
        yield ""


def _range(low: int, high: int) -> str:
    return f"{low} to {'2³²−1' if high == 0xFFFF_FFFF else high}"


def _choices() -> Iterator[str]:
    for choices in CHOICES:
        bits = "; the sum of" if issubclass(choices, WireFlag) else ""
        yield f"**{choices.__name__}**: {meaning_of(choices)}{bits}"
        yield ""
        yield "| value | name | is |"
        yield "| --- | --- | --- |"
        for each in choices:
            yield f"| {each.value} | {each.name} | {each.meaning} |"
        yield ""


def _constants() -> Iterator[str]:
    yield "**Numbers** that both ends keep to"
    yield ""
    yield "| name | value | is |"
    yield "| --- | --- | --- |"
    for name, value, meaning in CONSTANTS:
        yield f"| {name} | {value} | {meaning} |"
    yield ""
