"""Read the text of box.toml, and parse it within limits that no box comes near."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from groundwork.faults import in_a_sentence
from groundwork.language import tr
from hardware.config.checks.problems import BoxFileFault, Problem

MOST_BYTES = 1 << 16
"""The largest box.toml that is read, in bytes: one that uses every key has a tenth of it."""

MOST_KEY_PARTS = 16
"""The most parts of a dotted key; tomllib takes a time that grows with their square."""


def text_of(path: Path) -> str:
    """Return the text of box.toml. Raises :class:`BoxFileFault` BX301 or BX302."""
    try:
        if path.exists() and not path.is_file():
            raise _fault("BX301", path, None, tr("this is no file"), tr("name the box.toml itself"))
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise _unneeded(path, tr("it has more than {most} bytes", most=MOST_BYTES))
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        why = in_a_sentence(error)
        cure = (
            tr("name a file that is there, or write one as docs/box-toml.md tells")
            if isinstance(error, FileNotFoundError)
            else tr("make it a file that this user can read")
        )
        raise _fault(
            "BX301", path, None, tr("the file cannot be read ({why})", why=why), cure
        ) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _fault(
            "BX302", path, line, tr("the text is not UTF-8"), tr("save it as UTF-8")
        ) from error


def parsed(text: str, path: Path) -> dict[str, Any]:
    """Return the tables of the text of ``path``. Raises :class:`BoxFileFault` BX302."""
    if _has_long_key(text):
        raise _unneeded(path, tr("a key has more than {most} parts", most=MOST_KEY_PARTS))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # Only a file that is wrong needs it.
        from groundwork.toml.faults import toml_fault

        found = toml_fault(error, text)
        raise _fault("BX302", path, found.line, found.sentence, found.cure) from error
    except (ValueError, RecursionError) as error:
        # tomllib raises these for a number of thousands of digits and for deep nesting.
        why = (
            tr("nested too deep")
            if isinstance(error, RecursionError)
            else tr("a number is too long")
        )
        raise _unneeded(path, why) from error
    if _is_deep(data):
        raise _unneeded(path, tr("nested too deep"))
    return data


def _is_deep(data: dict[str, Any]) -> bool:
    """Whether more tables and lists are in one another than any box needs."""
    level: list[Any] = [data]
    for _ in range(2 * MOST_KEY_PARTS):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in inner for each in values if isinstance(each, dict | list)]
    return bool(level)


def _has_long_key(text: str) -> bool:
    """Whether a dotted key has more parts than any box needs."""
    if all(line.count(".") < MOST_KEY_PARTS for line in text.split("\n")):
        return False
    from groundwork.toml.lines import has_long_key  # Hardly any file needs it.

    return has_long_key(text, MOST_KEY_PARTS)


def _unneeded(path: Path, why: str) -> BoxFileFault:
    return _fault("BX302", path, None, tr("no box needs this ({why})", why=why), tr("simplify it"))


def _fault(code: str, path: Path, line: int | None, sentence: str, cure: str) -> BoxFileFault:
    return BoxFileFault([Problem(code, str(path), line, "", sentence, cure)])
