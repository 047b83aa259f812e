"""Every message, enumeration and number of the protocol, in the order of their definition."""

from __future__ import annotations

from typing import get_args, get_type_hints

from firmware_bridge.protocol import constants
from firmware_bridge.protocol.fields import WireEnum, WireFlag
from firmware_bridge.protocol.messages import Sendable
from firmware_bridge.protocol.schema import Schema

SCHEMAS: tuple[Schema, ...] = tuple(message.schema for message in get_args(Sendable))

CHOICES: tuple[type[WireEnum | WireFlag], ...] = tuple(
    each
    for each in vars(constants).values()
    if isinstance(each, type)
    and issubclass(each, WireEnum | WireFlag)
    and each.__module__ == constants.__name__
)

CONSTANTS: tuple[tuple[str, int, str], ...] = tuple(
    (name, getattr(constants, name), get_args(hint)[1])
    for name, hint in get_type_hints(constants, include_extras=True).items()
)
"""Name, value and meaning of each number that both ends keep to."""


def meaning_of(choices: type[WireEnum | WireFlag]) -> str:
    """Return the meaning of an enumeration, as part of a sentence."""
    sentence = (choices.__doc__ or "").rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def shouted(name: str) -> str:
    """Return the name of a message as C and the page write it: ``THROW_ACK``."""
    return "".join(f"_{c}" if c.isupper() else c.upper() for c in name).lstrip("_")
