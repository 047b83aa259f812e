"""The host's code for the messages: the text of ``messages.py``."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from firmware_bridge.protocol.definitions import (
    CHOICES,
    CONSTANTS,
    DEFINITIONS,
    Definition,
    Field,
    Tail,
)

_MADE = "Made by generate.py from definitions.py: do not change it here."

_HEAD = f'''"""The messages of host and board. ``docs/protocol.md`` is their law.

{_MADE}
"""

from __future__ import annotations

from dataclasses import dataclass


def _check(what: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{{what}} must be {{least}} to {{most}}, not {{value}}")


@dataclass(frozen=True)
class ForeignHello:
    """A hello of a version that is not ours; nothing else of it can be read."""

    version: int
'''

_NUMBERS_HEAD = f'''"""The protocol's numbers that have names. ``docs/protocol.md`` is their law.

{_MADE}
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

'''

_BYTES_HEAD = f'''"""The bytes of the messages. ``docs/protocol.md`` is their law.

{_MADE}
"""

from __future__ import annotations

import struct

from firmware_bridge.protocol.constants import VERSION
'''

_EXCEPTIONS = '''

class UnknownMessage(ValueError):
    """The payload's type (or the version it is written in) is not one we know."""


class MalformedMessage(ValueError):
    """The payload is of a known type, and cannot be one of that type."""
'''

_TEXT_CHECK = """\
        if not (self.{0}.isascii() and self.{0}.isprintable()):
            raise ValueError("the {0} must be printable ASCII")
"""

_DICE_CHECK = """\
        for value in self.{0}:
            if value is not None:
                _check("a die", value, 1, 255)
"""

_READING = '''

def from_payload(payload: bytes) -> Message:
    """The message that ``payload`` is.

    Raises UnknownMessage or MalformedMessage, which both mean: ignore and count it.
    """
    try:
        return _read(payload)
    except UnknownMessage:
        raise
    except (ValueError, IndexError, struct.error) as error:
        raise MalformedMessage(f"{payload.hex()}: {error}") from error
'''

_FORMATS = {1: "B", 2: "H", 4: "I"}


def python_messages() -> str:
    """The whole of messages.py."""
    return "".join([_HEAD, *map(_class, DEFINITIONS), _unions()])


def python_bytes() -> str:
    """The whole of message_bytes.py."""
    imports = _list(
        "from firmware_bridge.protocol.messages import", sorted(_names(), key=str.casefold)
    )
    layouts = ["\n", *_layouts()]
    parts = [_BYTES_HEAD, imports, *layouts, _EXCEPTIONS, *_writing(), _READING, *_reading()]
    return "".join(parts)


def python_numbers() -> str:
    """The whole of message_numbers.py."""
    return "".join([_NUMBERS_HEAD, *_constants(), *_choices()]).rstrip() + "\n"


def _constants() -> Iterator[str]:
    for constant in CONSTANTS:
        yield f'{constant.name} = {constant.value}\n"""{_sentence(constant.meaning)}"""\n\n'


def _layouts() -> Iterator[str]:
    for definition in DEFINITIONS:
        head = ">B" + "B" * definition.versioned
        formats = "".join(_FORMATS[field.size] for field in definition.fields)
        yield f'{_struct(definition)} = struct.Struct("{head}{formats}")\n'


def _choices() -> Iterator[str]:
    for choices in CHOICES:
        base = "IntFlag" if choices.flags else "IntEnum"
        yield f'\nclass {choices.name}({base}):\n    """{_sentence(choices.meaning)}"""\n\n'
        for name, value, meaning in choices.values:
            yield f"    {name} = {value}\n" + _docstring(_sentence(meaning))
        yield "\n"


def _class(definition: Definition) -> str:
    tail = definition.tail
    lines = [f"\n\n@dataclass(frozen=True)\nclass {definition.name}:\n"]
    told = f"{_source(definition)}: {definition.meaning[0].lower()}{definition.meaning[1:]}"
    meanings = [(field.name, field.meaning) for field in definition.fields]
    if tail:
        meanings.append((tail.name, tail.meaning))
    lines.append(_long_docstring(told, meanings))
    lines += [f"    {field.name}: int\n" for field in definition.fields]
    if tail:
        kind = "str" if tail.kind == "text" else "tuple[int | None, ...]"
        lines.append(f"    {tail.name}: {kind}\n")
    lines.append("\n    def __post_init__(self) -> None:\n")
    lines += [_range_check(field) for field in definition.fields]
    if tail:
        what = "the name's length" if tail.kind == "text" else "the number of dice"
        lines.append(f'        _check("{what}", len(self.{tail.name}), {tail.low}, {tail.high})\n')
        lines.append((_TEXT_CHECK if tail.kind == "text" else _DICE_CHECK).format(tail.name))
    return "".join(lines)


def _range_check(field: Field) -> str:
    return f'        _check("{field.name}", self.{field.name}, {field.low}, {field.high})\n'


def _unions() -> str:
    names = [definition.name for definition in DEFINITIONS]
    return f"\n\nSendable = {' | '.join(names)}\nMessage = Sendable | ForeignHello\n"


def _writing() -> Iterator[str]:
    yield "\n\ndef to_payload(message: Sendable) -> bytes:\n"
    yield '    """The bytes of ``message``, as a frame carries them."""\n'
    yield "    match message:\n"
    for definition in DEFINITIONS:
        fields = "".join(f", m.{field.name}" for field in definition.fields)
        head = f"{definition.type}{', VERSION' * definition.versioned}"
        written = f"{_struct(definition)}.pack({head}{fields})"
        yield f"        case {definition.name}() as m:\n"
        if definition.tail is None:
            yield f"            return {_call(written)}\n"
            continue
        name = definition.tail.name
        as_bytes = {
            "text": f'm.{name}.encode("ascii")',
            "dice": f"bytes(value or 0 for value in m.{name})",
        }[definition.tail.kind]
        yield f"            head = {_call(written)}\n            return head + {as_bytes}\n"


def _names() -> list[str]:
    return ["ForeignHello", "Message", "Sendable", *(each.name for each in DEFINITIONS)]


def _list(head: str, items: list[str]) -> str:
    return f"{head} (\n" + "".join(f"    {item},\n" for item in items) + ")\n"


def _call(written: str, room: int = 80, indent: str = " " * 12) -> str:
    """A call on one line, or with its arguments on lines of their own, as ruff has them."""
    if len(written) <= room:
        return written
    name, _, rest = written.partition("(")
    arguments = "".join(f"{indent}    {each},\n" for each in rest[:-1].split(", "))
    return f"{name}(\n{arguments}{indent})"


def _reading() -> Iterator[str]:
    yield "\n\ndef _read(payload: bytes) -> Message:\n    match payload[0]:\n"
    for definition in DEFINITIONS:
        layout = _struct(definition)
        skip = 2 if definition.versioned else 1
        if definition.versioned and definition.sender == "board":
            yield f"        case {definition.type} if payload[1] != VERSION:\n"
            yield "            return ForeignHello(payload[1])\n"
        guard = " if payload[1] == VERSION" if definition.versioned else ""
        yield f"        case {definition.type}{guard}:\n"
        if definition.tail is None:
            yield f"            return {definition.name}(*{layout}.unpack(payload)[{skip}:])\n"
        else:
            yield f"            return _read_{definition.name.lower()}(payload)\n"
    yield '        case other:\n            raise UnknownMessage(f"type {other}")\n'
    for definition in DEFINITIONS:
        if definition.tail is not None:
            yield from _read_with_tail(definition, definition.tail)


def _read_with_tail(definition: Definition, tail: Tail) -> Iterator[str]:
    layout, indent = _struct(definition), " " * 4
    names = ", ".join(field.name for field in definition.fields)
    heads = "_, " * (2 if definition.versioned else 1)
    rest = f"payload[{layout}.size :]"
    read = {
        "text": f'{rest}.decode("ascii")',
        "dice": f"tuple(value or None for value in {rest})",
    }[tail.kind]
    taken = f"{heads}{names} = {layout}.unpack_from(payload)"
    if len(taken) > 96:
        taken = _call(f"({heads}{names})", 0, indent) + f" = {layout}.unpack_from(payload)"
    yield f"\n\ndef _read_{definition.name.lower()}(payload: bytes) -> {definition.name}:\n"
    yield f"    {taken}\n"
    yield f"    {tail.name} = {read}\n"
    yield f"    return {_call(f'{definition.name}({names}, {tail.name})', 89, indent)}\n"


def _struct(definition: Definition) -> str:
    snake = "".join(f"_{c}" if c.isupper() else c.upper() for c in definition.name)
    return f"{snake.upper()}_LAYOUT"


def _source(definition: Definition) -> str:
    return "Board to host" if definition.sender == "board" else "Host to board"


def _sentence(meaning: str) -> str:
    return f"{meaning[0].upper()}{meaning[1:]}."


def _docstring(text: str) -> str:
    if len(text) <= 88:
        return f'    """{text}"""\n'
    first, *rest = wrap(text, 90)
    return f'    """{first}\n' + "".join(f"    {line}\n" for line in rest) + '    """\n'


def _long_docstring(told: str, meanings: list[tuple[str, str]]) -> str:
    first, *more = wrap(told, 92)
    lines = [f'    """{first}\n'] + [f"    {line}\n" for line in more]
    if meanings:
        lines.append("\n")
    for name, meaning in meanings:
        lines += [
            f"    {line}\n" for line in wrap(f"``{name}``: {meaning}.", 94, subsequent_indent="  ")
        ]
    lines.append("\n    Raises ValueError for what is out of range.\n")
    return "".join(lines) + '    """\n\n'
