"""Write a box.toml, with comments from the declarations, in the language of people.

What is written reads back as the same values (:func:`tomllib.loads`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from groundwork.language import labelled, tr
from groundwork.printing import as_text
from hardware.config.box_file import TABLES
from hardware.config.declare import Driver, Setting, Table
from hardware.config.device_table import driver_named
from hardware.config.kinds import shown

COLUMNS = 100

Remarks = Mapping[tuple[str, str], Sequence[str]]
"""Sentences for the comment above a key, by table and key."""

_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\f": "\\f",
    "\r": "\\r",
}


def box_toml(
    values: Mapping[str, Any], heading: Sequence[str] = (), remarks: Remarks | None = None
) -> str:
    """Return a box.toml with these values, by table and key as ``tomllib`` reads them.

    Tables and keys come in the order of their declarations. Raises KeyError for a table, and
    ValueError for a driver or key, that is not declared, and TypeError for a value that TOML
    cannot hold here.
    """
    known = {table.name: table for table in TABLES}
    for name in values:
        known[name]
    lines = [*(line for sentence in heading for line in _comment(sentence))]
    for table in TABLES:
        content = values.get(table.name)
        for each in content if isinstance(content, list) else [content]:
            if each is not None:
                bracket = "[[{}]]" if isinstance(content, list) else "[{}]"
                lines += ["", *_table(table, bracket.format(table.name), each, remarks or {})]
    return "\n".join(lines).lstrip("\n") + "\n"


def toml_value(value: object) -> str:
    """Return a value as TOML writes it. Raises TypeError for what is no value of a box.toml."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return f'"{"".join(map(_character, value))}"'
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {toml_value(each)}" for key, each in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
    raise TypeError(f"{type(value).__name__} is no value of a box.toml")


def _table(
    table: Table, bracket: str, content: Mapping[str, Any], remarks: Remarks
) -> Iterator[str]:
    driver = _driver(table, content)
    meaning = tr(table.meaning)
    yield from _comment(f"{meaning[0].upper()}{meaning[1:]}.")
    yield bracket
    if table.has_driver_key:
        yield from _comment(tr(driver.meaning))
        yield f"driver = {toml_value(driver.name)}"
    unknown = content.keys() - {"driver"} - {setting.key for setting in driver.settings}
    if unknown:
        raise ValueError(f"[{table.name}] has no {', '.join(sorted(unknown))}")
    given = [setting for setting in driver.settings if setting.key in content]
    for setting in given:
        yield from _comment(tr(setting.meaning))
        for sentence in remarks.get((table.name, setting.key), ()):
            yield from _comment(sentence)
        if not _is_tables(content[setting.key]):
            yield f"{setting.key} = {_value(setting, content[setting.key])}"
    others = [setting for setting in driver.settings if setting.key not in content]
    for heading, needed in ((tr("Has to be given:"), True), (tr("May also be given:"), False)):
        some = [setting for setting in others if setting.is_required == needed]
        if some:
            yield f"# {heading}"
        for setting in some:
            yield from _comment(_left_out(setting), "#   ", "#     ")
    # They come last: a key behind them would be one of theirs.
    for setting in given:
        if _is_tables(content[setting.key]):
            for each in content[setting.key]:
                yield f"[[{table.name}.{setting.key}]]"
                yield from (f"{_key(key)} = {toml_value(value)}" for key, value in each.items())


def _value(setting: Setting, value: object) -> str:
    is_address = setting.hexadecimal and type(value) is int and value >= 0
    return f"{value:#04x}" if is_address else toml_value(value)


def _driver(table: Table, content: Mapping[str, Any]) -> Driver:
    if not table.has_driver_key:
        return table.drivers[0]
    if (driver := driver_named(table, content.get("driver"))) is not None:
        return driver
    raise ValueError(f"[{table.name}] has no driver {content.get('driver')}")


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _left_out(setting: Setting) -> str:
    meaning = tr(setting.meaning)
    if setting.is_required:
        return labelled(setting.key, meaning)
    says = setting.default_says
    default = toml_value(setting.default) if says is None else tr(says)
    return labelled(
        setting.key, tr("{meaning} (default: {default})", meaning=meaning, default=default)
    )


def _comment(sentence: str, first: str = "# ", others: str = "# ") -> list[str]:
    text = sentence if as_text(sentence) == sentence else shown(ascii(sentence))
    return wrap(
        text,
        COLUMNS,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _key(key: str) -> str:
    bare = key and key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else toml_value(key)


def _character(each: str) -> str:
    if each in _ESCAPES:
        return _ESCAPES[each]
    return each if each.isprintable() else f"\\U{ord(each):08x}"
