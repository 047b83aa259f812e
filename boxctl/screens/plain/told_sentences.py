"""What people tell of a table, in their own words: ``Ann throws 2 and 3``, ``shut the 7``.

A line is a phrase with numbers in it. Words that say nothing here are passed over; what the phrase
means is looked up as the commands of the plain game are, in the language in use and in English.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from boxctl.presentation.phrases import shown_player
from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import folded
from boxctl.screens.plain.commands import (
    BETWEEN_WORDS,
    MOST_TYPED,
    Does,
    PlainCommand,
    Takes,
    named,
    nearest,
    shortened,
)
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, message, tr

TOLD = (
    PlainCommand(
        Does.THROW,
        message("throw | throws | threw | roll | rolls | rolled"),
        message("what the dice show: throw 3 4"),
        Takes.DICE,
    ),
    PlainCommand(
        Does.SHUT,
        message(
            "shut | shuts | close | closes | flip | flips | down | put down | puts down | lay down"
        ),
        message("tiles that are shut: shut 7, or shut 4 and 3"),
        Takes.TILES,
    ),
    PlainCommand(
        Does.OPEN,
        message(
            "open | opens | reopen | up | put up | puts up | put back | puts back | put back up |"
            " puts back up | take back | takes back | lift | lifts | raise | raises"
        ),
        message("tiles that are opened, or put back: open 7"),
        Takes.TILES,
    ),
    PlainCommand(
        Does.CONFIRM,
        message("confirm | confirms | ok | done | end turn | ends turn | press confirm"),
        message("the button confirm: a move that waits stands"),
    ),
    PlainCommand(
        Does.WAIT,
        message("wait | waits | later | pause | time passes | nothing happens"),
        message("time that passes: wait 3"),
        Takes.SECONDS,
    ),
    PlainCommand(
        Does.NEW,
        message("new | new match | press new"),
        message("the button new: another match"),
    ),
    PlainCommand(
        Does.PLAYERS,
        message("players | player"),
        message("who plays, before the first throw: players Ann, Bob"),
        Takes.TEXT,
    ),
    PlainCommand(
        Does.RULES,
        message("rules | game | variant"),
        message("which game, before the first throw: rules canoga, or rules pub stake=50"),
        Takes.TEXT,
    ),
)
"""What can be told, each with its words and an example."""

PASSED_OVER = message(
    "the | a | an | and | then | now | she | he | they | i | we | you | it | with | tile | tiles |"
    " lever | levers | number | die | dice | second | seconds |"
    " s | sec | for | again | of | at | all"
)
"""The words that say nothing here."""

_PIECE = re.compile(r"\d+|\?|[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def not_understood(sentence: str, cure: str = "") -> RuleFault:
    """Return the fault of a line that tells nothing known; the sentence names the piece (BX207)."""
    return RuleFault("BX207", sentence, cure)


@frozen_dataclass
class ToldLine:
    """A line that was understood: what happened, its numbers, by whom if it says so.

    Of dice None is one that could not be read; ``text`` is the rest of the line as it is.
    """

    command: PlainCommand
    numbers: tuple[int | None, ...] = ()
    seconds: float | None = None
    player: str = ""
    text: str = ""


def told_parts(line: str) -> list[str]:
    """Part a line that tells several things: ``throw 2 3, shut 7``."""
    first = line.split(maxsplit=1)[:1]
    command = named(first[0].rstrip(":"), TOLD) if first else None
    if command is not None and command.takes is Takes.TEXT:
        return [line]
    return [part for part in re.split(r"\s*;\s*|\s*,\s*(?=[^\W\d])", line) if part.strip()]


def read_told(line: str, players: Sequence[str]) -> ToldLine:
    """Read a line. Raises :class:`RuleFault` (BX207)."""
    line = line[:MOST_TYPED].strip()
    first, _, rest = line.partition(" ")
    if (command := named(first.rstrip(":"), TOLD)) is not None and command.takes is Takes.TEXT:
        return ToldLine(command, text=rest.strip())
    player, line = _by_whom(line, players)
    pieces = _PIECE.findall(line)
    numbers = tuple(_number(piece) for piece in pieces if _is_number(piece))
    said = [piece for piece in pieces if not _is_number(piece)]
    command = named(" ".join(said), TOLD) or _meant(said, line, players)
    _check_numbers(command, numbers)
    if command.takes is Takes.SECONDS:
        found = _NUMBER.search(line)
        seconds = None if found is None else float(found[0].replace(",", "."))
        return ToldLine(command, seconds=seconds, player=player)
    return ToldLine(command, numbers, player=player)


def _by_whom(line: str, players: Sequence[str]) -> tuple[str, str]:
    """Take the name of a player off the beginning of a line."""
    for name in sorted(players, key=len, reverse=True):
        begins, rest = line[: len(name)], line[len(name) :]
        if begins.casefold() == name.casefold() and not rest[:1].isalnum():
            return name, rest.lstrip(" :,")
    return "", line


def _meant(said: Sequence[str], line: str, players: Sequence[str]) -> PlainCommand:
    """Return the command that these words mean, without those that say nothing."""
    passed_over = set(map(folded, _words(PASSED_OVER)))
    words = [word for word in said if folded(word) not in passed_over]
    phrase = " ".join(words)
    if not phrase:
        raise not_understood(
            tr('"{typed}" does not say what happened', typed=shortened(line)),
            tr("write {example}", example=f"{_name(Does.THROW)} 3 4, {_name(Does.SHUT)} 7"),
        )
    if (command := named(phrase, TOLD)) is not None:
        return command
    if len(words) > 1 and words[0].istitle() and named(" ".join(words[1:]), TOLD) is not None:
        raise not_understood(
            tr("{player} is none of the players, who are {players}", player=words[0],
               players=all_of(map(shown_player, players))),
            tr("name all of them first, such as {example}",
               example=f"{_name(Does.PLAYERS)} Ann, Bob"),
        )  # fmt: skip
    unknown = next((word for word in words if named(word, TOLD) is None), phrase)
    if like := nearest(unknown, TOLD) or nearest(phrase, TOLD):
        cure = tr("did you mean {like}?", like=like)
    else:
        cure = tr("known are {words}", words=", ".join(command.name for command in TOLD))
    raise not_understood(tr('"{typed}" is not understood', typed=shortened(unknown)), cure)


def _check_numbers(command: PlainCommand, numbers: Sequence[int | None]) -> None:
    name = command.name
    if command.takes is Takes.DICE and not numbers:
        raise not_understood(
            tr("{command} needs what the dice show, such as {example}", command=name,
               example=f"{name} 3 4")
        )  # fmt: skip
    if command.takes is Takes.TILES and (not numbers or None in numbers):
        raise not_understood(tr("{command} takes tiles, such as {command} 6 1", command=name))
    if command.takes is Takes.NOTHING and numbers:
        raise not_understood(tr("{command} takes no number", command=name))


def _name(does: Does) -> str:
    return next(command.name for command in TOLD if command.does is does)


def _is_number(piece: str) -> bool:
    """Whether this is a number, or stands for one; ½ is none that a die or a tile has."""
    return piece == "?" or piece.isdecimal()


def _number(piece: str) -> int | None:
    """Read a number; None for a die that cannot be read."""
    return None if piece == "?" else int(piece[:9])


def _words(several: str) -> list[str]:
    known = f"{tr(several)}{BETWEEN_WORDS}{several}"
    return [word.strip() for word in known.split(BETWEEN_WORDS)]
