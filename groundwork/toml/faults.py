"""Why ``tomllib`` refuses a text, in sentences of this program: what is wrong, where, and the cure.

``tomllib`` tells it in the words of who writes parsers, and in English. Whoever reads a file of
people says it with these sentences: none of its words reaches the reader.
"""

from __future__ import annotations

import ast
import re
import tomllib

from groundwork.cell_width import straight_quotes, without_curly_quotes
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr

_MOST_SHOWN = 80


@frozen_dataclass
class TomlFault:
    """What is wrong with the ``line`` of a text, from 1, and how to mend it.

    ``mended`` is the whole line as it was probably meant, empty if that cannot be told.
    """

    line: int
    sentence: str
    cure: str
    mended: str = ""


_Said = tuple[str, str]
"""A marked sentence and a marked cure."""

_TWICE = (
    message("{what} is written twice"),
    message("take out one of the two, or give it another name"),
)
_NO_VALUE = (
    message("there is no value behind the ="),
    message("write one: a text in quotation marks, a number, true or false"),
)
_NO_TEXT = (
    message("what stands behind the = is no value"),
    message("put a text in quotation marks; a number, true and false have none"),
)
_NO_END_OF_TEXT = (
    message("a quotation mark is missing at the end of the line"),
    message("put one behind the text"),
)
_BACKSLASH = (
    message("a \\ in a text begins something that TOML does not know"),
    message("write \\\\ for each \\"),
)
_SIGN_OF_NAME = (
    message("a name has a sign that it cannot have"),
    message("write it with plain letters, figures, - and _, or in quotation marks"),
)
_COMPLETE = (
    message("{what} has been written already and takes nothing more"),
    message("write all that belongs to it in one place"),
)
_UNSEEN = (
    message("the line has a sign that cannot be seen, {what}"),
    message("write the line again, in letters, figures and signs"),
)

_SAID: dict[str, _Said] = {
    "Cannot overwrite a value": _TWICE,
    "Escaped character is not a Unicode scalar value": _BACKSLASH,
    "Expected '=' after a key in a key/value pair": (
        message("the line has no = behind a name"),
        message("write a name, = and a value; put # before a remark"),
    ),
    "Expected ']' at the end of a table declaration": (
        message("the name of a table has no ] behind it"),
        message("write it between [ and ] on a line of its own"),
    ),
    "Expected ']]' at the end of an array declaration": (
        message("the name of a table has no ]] behind it"),
        message("write it between [[ and ]] on a line of its own"),
    ),
    "Expected newline or end of document after a statement": (
        message("there is more on the line than one value"),
        message("end the line after the value; put # before a remark"),
    ),
    "Invalid date or datetime": (
        message("there is no such day or time"),
        message("mend it, or put it in quotation marks if it is a text"),
    ),
    "Invalid hex value": _BACKSLASH,
    "Invalid initial character for a key part": _SIGN_OF_NAME,
    "Invalid statement": (
        message("a line cannot begin like this"),
        message("begin it with a name and =, with [ for a table, or with # for a remark"),
    ),
    "Unclosed array": (
        message("a list has no end, or no comma between two values"),
        message("write ] behind its last value, and commas between"),
    ),
    "Unclosed inline table": (
        message("what begins with { has no end, or no comma between two values"),
        message("write } behind its last value, and commas between"),
    ),
    "Unescaped '\\' in a string": _BACKSLASH,
    "Unterminated string": (
        message("a text has no end"),
        message("put a quotation mark behind it, or three if it begins with three"),
    ),
    "Expected '\"'": _NO_END_OF_TEXT,
    'Expected "\'"': _NO_END_OF_TEXT,
    'Expected \'"""\'': _NO_END_OF_TEXT,
    "Expected \"'''\"": _NO_END_OF_TEXT,
    "Illegal character '\\n'": _NO_END_OF_TEXT,
    "Found invalid character '\\n'": _NO_END_OF_TEXT,
}
"""What is said for each reason, in the words of ``tomllib``."""

_SAID_ABOUT: tuple[tuple[re.Pattern[str], _Said], ...] = (
    (re.compile("Cannot declare (.*) twice"), _TWICE),
    (re.compile("Cannot (?:mutate immutable|redefine) namespace (.*)"), _COMPLETE),
    (re.compile("Duplicate inline table key (.*)"), _TWICE),
    (re.compile("(?:Found invalid|Illegal) character (.*)"), _UNSEEN),
)
"""What is said for the reasons that name a key or a sign, as ``repr`` writes it."""

_UNKNOWN = (
    message("TOML has nothing that is written like this"),
    message("mend the line"),
)
"""For the reasons of a Python that is not known here."""

KNOWN_REASONS = (*_SAID, "Invalid value")

_AT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)

_LONG_NUMBER = re.compile("[0-9][0-9_]{4000,}")
"""A number that Python does not read."""


def toml_fault(problem: Exception, text: str) -> TomlFault:
    """Return the fault of a text for which ``tomllib`` has raised this."""
    if isinstance(problem, RecursionError):
        return TomlFault(
            text.count("\n") + 1,
            tr("lists or tables are nested too deeply"),
            tr("write fewer of them in one another"),
        )
    if not isinstance(problem, tomllib.TOMLDecodeError):
        found = _LONG_NUMBER.search(text)
        return TomlFault(
            text.count("\n", 0, found.start() if found else None) + 1,
            tr("a number has too many figures"),
            tr("write a smaller one"),
        )
    place = _AT.fullmatch(str(problem))
    reason, line = (place[1], place[2]) if place else (str(problem), None)
    number = int(line) if line else _last_line(reason, text)
    lines = text.split("\n")
    if reason == "Unclosed array":
        number = _line_of_open_list(lines, number)
    return _fault(reason, number, lines[number - 1])


def _last_line(reason: str, text: str) -> int:
    """Return the line of what has no end: a text begins at the last of its quotation marks."""
    opened = _OPENED.get(reason, "")
    end = text.rfind(opened) if opened else -1
    return text.rstrip("\n").count("\n", 0, end if end >= 0 else None) + 1


def _line_of_open_list(lines: list[str], number: int) -> int:
    """Return the line on which a list begins that is found open on a later one, or that one."""
    for earlier in range(number, 0, -1):
        line = lines[earlier - 1]
        if _OPEN_LIST.match(line) and not _is_toml(line):
            return earlier
    return number


def shown_line(line: str) -> str:
    """Return a line for a sentence, and no sign that cannot be seen; a long one is cut."""
    line = line.strip()
    shown = line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}…"
    return shown if shown.isprintable() else ascii(shown)


def _fault(reason: str, number: int, line: str) -> TomlFault:
    (sentence, cure), what = _said_of(reason, line)
    told = tr(sentence, what=what) if what else tr(sentence)
    if (mended := _mended(reason, line)) is None:
        return TomlFault(number, told, tr(cure))
    mended_line, why = mended
    shown = shown_line(_COMMENT.sub("", mended_line))
    return TomlFault(number, why or told, tr("write {line}", line=shown), mended_line)


def _said_of(reason: str, line: str) -> tuple[_Said, str]:
    """Return the sentence for a reason, and its subject, for the words that name it."""
    if reason == "Invalid value":
        return (_NO_VALUE if _WITHOUT_VALUE.fullmatch(line) else _NO_TEXT), ""
    if (said := _SAID.get(reason)) is not None:
        name = _NAME.match(line)
        return said, (shown_line(name[1]) if name else "…") if said is _TWICE else ""
    for pattern, said in _SAID_ABOUT:
        if (about := pattern.fullmatch(reason)) is not None:
            return said, _named(about[1])
    return _UNKNOWN, ""


def _named(written: str) -> str:
    """Return a key or a sign that ``repr`` has written as people write it."""
    try:
        value = ast.literal_eval(written)
    except (SyntaxError, ValueError):
        return shown_line(written)
    if isinstance(value, tuple):
        return shown_line(".".join(map(str, value)))
    text = str(value)
    return shown_line(text) if text.isprintable() else f"U+{ord(text[0]):04X}"


_OPENED = {
    'Expected "\'"': "'",
    "Expected \"'''\"": "'''",
    'Expected \'"""\'': '"""',
    "Unterminated string": '"',
}
"""With what the text begins that has no end, by the reason that names the end of the file."""

_NAME = re.compile(r"[ \t]*\[{0,2}[ \t]*([^\]=#\s]+)")
_WITHOUT_VALUE = re.compile(r"[^=]*=[ \t]*(?:#.*)?")
_COMMENT = re.compile(r"[ \t]*#[^\"']*$")

_KEY = r"[ \t]*[A-Za-z0-9_-]+"

_UNQUOTED = re.compile(
    rf"(?P<key>{_KEY}[ \t]*=[ \t]*)"
    r"(?P<value>[^\s\"'\\\[\]{}=#](?:[^\"'\\\[\]{}=#\n]*[^\s\"'\\\[\]{}=#])?)"
    r"(?P<rest>[ \t]*(?:#.*)?)"
)
"""A line whose value has no quotation mark, such as a word, several, or ``50p``."""

_NO_EQUALS = re.compile(rf"(?P<key>{_KEY})[ \t]*(?::[ \t]*|[ \t])(?P<value>[^\s=:].*)")
"""A line with a colon or nothing in place of ``=``."""

_OPEN_LIST = re.compile(rf"{_KEY}[ \t]*=[ \t]*\[(?=[^\[\]#]*[^\[\]#\s])[^\]#]*$")
"""A line on which a list begins, with a value, and does not end."""

_SPACED = re.compile(rf"(?P<key>{_KEY}(?:[ \t]+[A-Za-z0-9_-]+)+)[ \t]*=(?P<value>.*)")
"""A line whose name is several words."""


def _mended(reason: str, line: str) -> tuple[str, str] | None:
    """Return a line as it was probably meant, and what was wrong with it if that can be told."""
    if _is_toml(line):
        return None  # what is wrong is not in this line alone
    straight = straight_quotes(line)
    if straight != line and _is_toml(straight):
        return straight, tr("the quotation marks are curly ones")
    if reason == "Unclosed array":
        mended, why = _with_bracket(line)
    else:
        mended, why = (_with_equals if reason.startswith("Expected '='") else _with_quotes)(line)
    return (mended, why) if mended and _is_toml(mended) else None


def _with_bracket(line: str) -> tuple[str, str]:
    return (f"{line.rstrip().rstrip(',')}]", "") if _OPEN_LIST.match(line) else ("", "")


def _with_equals(line: str) -> tuple[str, str]:
    if (found := _SPACED.fullmatch(line)) is not None:
        name = "_".join(found["key"].split())
        return f"{name} ={found['value']}", tr("a name is one word, without spaces")
    if (found := _NO_EQUALS.fullmatch(line)) is not None:
        return f"{found['key']} = {found['value']}", ""
    return "", ""


def _with_quotes(line: str) -> tuple[str, str]:
    found = _UNQUOTED.fullmatch(line)
    if found is None or _is_toml(f"value = {found['value']}"):
        return "", ""
    value = without_curly_quotes(found["value"])
    if value.lower() in ("true", "false"):
        mended = f"{found['key']}{value.lower()}{found['rest']}"
        return mended, tr("true and false are written in small letters")
    return f'{found["key"]}"{value}"{found["rest"]}', tr("a word has no quotation marks")


def _is_toml(line: str) -> bool:
    try:
        tomllib.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
