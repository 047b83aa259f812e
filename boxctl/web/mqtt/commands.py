"""What a broker may have a box do, each if box.toml allows it: announced, and taken as data.

A message is a name that was announced, players, or a press; whatever else comes is passed over.
Tonight's game is one more, in ``publisher``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, get_args

from boxctl.web.acting.table_code import LONGEST_TEXT, MOST_NAMES
from boxctl.web.mqtt.discovery import Discovery, Topics
from groundwork.frozen_dataclass import frozen_dataclass

CommandName = Literal["players", "new", "hush", "mute"]
"""Name the players of the next match; press the button new; cut off what the voice says; switch
voice and sound off or on."""

COMMANDS: tuple[CommandName, ...] = get_args(CommandName)

PRESS = "PRESS"
"""What Home Assistant sends when a button is pressed."""

SWITCHED = {"ON": True, "OFF": False}
"""What Home Assistant sends when a switch is turned."""

LONGEST_MESSAGE = 4 * MOST_NAMES * LONGEST_TEXT
"""Bytes of a message; a longer one is none."""


@frozen_dataclass
class TakenTopic:
    """A topic whose messages ``take`` is called with; those that a broker has kept are none."""

    topic: str
    take: Callable[[bytes], object]


@frozen_dataclass
class BrokerCommand:
    """What somebody at a broker wants; ``names`` are the players to come, ``on`` is of a switch."""

    do: CommandName
    names: tuple[str, ...] = ()
    on: bool = False


class BrokerCommands:
    """The ``allowed`` commands; each is handed over with ``want``, which any thread may call."""

    def __init__(
        self,
        allowed: Sequence[CommandName],
        topics: Topics,
        want: Callable[[BrokerCommand], object],
    ) -> None:
        self._allowed = tuple(allowed)
        self._topics = topics
        self._want = want

    def announced(self, discovery: Discovery) -> dict[str, str]:
        """Return the announcement of each command; that of one that is not allowed is empty."""
        return discovery.commands(self._allowed)

    def taken(self) -> Iterator[TakenTopic]:
        """Yield where each command is taken."""
        for name in self._allowed:
            yield TakenTopic(self._topics.command(name), partial(self._take, name))

    def _take(self, name: CommandName, text: bytes) -> None:
        command = read_command(name, text)
        if command is not None:
            self._want(command)


def read_command(name: CommandName, text: bytes) -> BrokerCommand | None:
    """Read a message; None for anything that is none. Whether it can be done is not checked."""
    if len(text) > LONGEST_MESSAGE:
        return None
    said = text.decode(errors="replace")
    if name == "mute":
        return BrokerCommand(name, on=SWITCHED[said]) if said in SWITCHED else None
    if name != "players":
        return BrokerCommand(name) if said == PRESS else None
    names = tuple(part.strip() for part in said.split(",") if part.strip())
    if not 0 < len(names) <= MOST_NAMES or any(len(each) > LONGEST_TEXT for each in names):
        return None
    return BrokerCommand(name, names)
