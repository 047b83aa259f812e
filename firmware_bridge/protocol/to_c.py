"""The firmware's header for the messages: the text of ``messages.h``.

The firmware writes what a board says and reads what a host says, so it gets a writer for the
former, a reader for the latter, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.protocol.definitions import CHOICES, CONSTANTS, DEFINITIONS, Definition, Field
from firmware_bridge.protocol.to_markdown import shouted

_HEAD = """\
/* The messages between host and board, and their bytes. docs/protocol.md is their law.
 *
 * Made by generate.py from definitions.py: do not change it here. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

"""

_NUMBERS = """\
static inline uint8_t *put_1(uint8_t *at, uint8_t value) {
    *at++ = value;
    return at;
}

static inline uint8_t *put_2(uint8_t *at, uint16_t value) {
    return put_1(put_1(at, (uint8_t)(value >> 8)), (uint8_t)value);
}

static inline uint8_t *put_4(uint8_t *at, uint32_t value) {
    return put_2(put_2(at, (uint16_t)(value >> 16)), (uint16_t)value);
}

static inline uint16_t get_2(const uint8_t *at) {
    return (uint16_t)((uint16_t)at[0] << 8 | at[1]);
}

static inline uint32_t get_4(const uint8_t *at) {
    return (uint32_t)get_2(at) << 16 | get_2(at + 2);
}
"""


def c_header() -> str:
    """The whole of messages.h."""
    parts = [_HEAD, *_constants(), *_choices(), _NUMBERS]
    for definition in DEFINITIONS:
        parts.append("\n" + "".join(_struct(definition)))
        made = _writer if definition.sender == "board" else _reader
        parts.append("\n" + "".join(made(definition)))
    return "".join(parts) + "\n#endif\n"


def _constants() -> Iterator[str]:
    for constant in CONSTANTS:
        suffix = "u" if constant.value > 0x7FFF else ""
        yield f"#define {constant.name} {constant.value}{suffix} /* {constant.meaning} */\n"
    yield "\n"
    for definition in DEFINITIONS:
        yield f"#define TYPE_{shouted(definition.name)} {definition.type}\n"
    yield "\n"


def _choices() -> Iterator[str]:
    for choices in CHOICES:
        yield f"/* {choices.name}: {choices.meaning} */\n"
        for name, value, meaning in choices.values:
            yield f"#define {choices.name.upper()}_{name} {value} /* {meaning} */\n"
        yield "\n"


def _struct(definition: Definition) -> Iterator[str]:
    yield f"struct {shouted(definition.name).lower()} {{\n"
    for field in definition.fields:
        yield f"    uint{8 * field.size}_t {field.name};\n"
    if definition.tail is not None:
        # A writer is given its text, or its bytes of dice, where they are.
        kind = "char" if definition.tail.kind == "text" else "uint8_t"
        yield f"    const {kind} *{definition.tail.name};\n"
        yield f"    uint8_t {definition.tail.name}_length;\n"
    yield "};\n"


def _fixed(definition: Definition) -> int:
    return 1 + definition.versioned + sum(field.size for field in definition.fields)


def _writer(definition: Definition) -> Iterator[str]:
    name = shouted(definition.name).lower()
    yield f"static inline uint8_t write_{name}(uint8_t *payload, const struct {name} *m) {{\n"
    yield f"    uint8_t *at = put_1(payload, TYPE_{name.upper()});\n"
    if definition.versioned:
        yield "    at = put_1(at, VERSION);\n"
    for field in definition.fields:
        yield f"    at = put_{field.size}(at, m->{field.name});\n"
    if definition.tail is not None:
        tail = definition.tail.name
        yield f"    memcpy(at, m->{tail}, m->{tail}_length);\n    at += m->{tail}_length;\n"
    yield "    return (uint8_t)(at - payload);\n}\n"


def _reader(definition: Definition) -> Iterator[str]:
    name = shouted(definition.name).lower()
    yield "/* Whether the payload is this message, in this version, with all in its range. */\n"
    yield f"static inline bool read_{name}(const uint8_t *payload, uint8_t length, "
    yield f"struct {name} *m) {{\n"
    yield f"    if (length != {_fixed(definition)} || payload[0] != TYPE_{name.upper()}) {{\n"
    yield "        return false;\n    }\n"
    at = 1
    if definition.versioned:
        yield "    if (payload[1] != VERSION) {\n        return false;\n    }\n"
        at = 2
    for field in definition.fields:
        value = f"payload[{at}]" if field.size == 1 else f"get_{field.size}(payload + {at})"
        yield f"    m->{field.name} = {value};\n"
        at += field.size
    checks = " && ".join(check for field in definition.fields for check in _checks(field))
    yield f"    return {checks or 'true'};\n}}\n"


def _checks(field: Field) -> Iterator[str]:
    if field.low > 0:
        yield f"m->{field.name} >= {field.low}"
    if field.high < 256**field.size - 1:
        yield f"m->{field.name} <= {field.high}"
