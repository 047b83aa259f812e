"""The help of the plain game, from its commands; and what it answers to a command that is none."""

from __future__ import annotations

from boxctl.screens.plain.commands import COMMANDS, PlainCommand, Takes, UnknownCommand, shortest
from groundwork.language import message, tr

FIRST = (
    message("Enter does what the prompt names first: throw, put tiles back, confirm."),
    message("Numbers are tiles: 7, or 6 1 for two. A number again puts the tile back."),
)
"""The lines about input that is no command."""


def help_lines(*, bench: bool, note: str = "") -> list[str]:
    """Return a line for each command; those of the bench only if it is switched on.

    ``note`` says where the pages for browsers are.
    """
    commands = [_line(one) for one in COMMANDS if bench or not one.of_bench]
    return [*map(tr, FIRST), *commands, *filter(None, [note])]


def _line(command: PlainCommand) -> str:
    name, short = command.name, shortest(command)
    if short == name:
        return tr("{command}: {help}.", command=name, help=tr(command.help))
    return tr("{command}, or {short}: {help}.", command=name, short=short, help=tr(command.help))


def wrong_argument(command: PlainCommand) -> str:
    """Say what a command takes."""
    name = command.name
    match command.takes:
        case Takes.NOTHING:
            return tr("{command} takes nothing more.", command=name)
        case Takes.DICE:
            return tr("{command} takes how many dice, such as {command} 1.", command=name)
        case Takes.A_TILE:
            return tr("{command} takes a tile, such as {command} 7.", command=name)
        case Takes.TILES:
            return tr("{command} takes tiles, such as {command} 6 1.", command=name)
        case Takes.A_WORD:
            return tr("{command} takes one word at most.", command=name)
        case Takes.SECONDS | Takes.TEXT:
            return tr("{command} needs to be told what", command=name) + "."


def unknown_command(unknown: UnknownCommand) -> str:
    """Say that a line is no command, and which is the nearest."""
    typed, like = unknown.typed, unknown.like
    if like:
        return tr(
            '"{typed}" is no command. Did you mean {like}? Help lists them all.',
            typed=typed,
            like=like,
        )
    return tr('"{typed}" is no command. Help lists them all.', typed=typed)
