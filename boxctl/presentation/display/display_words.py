"""The words of a language for displays. Pure.

A tuple has several ways to say the same, the best first; the first that a display can show is
taken, and the last is cut if none fits. ``{name}`` stands for a player, other braces for what the
field's comment says. The defaults are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from boxctl.rules import rule_ids
from groundwork.frozen_dataclass import frozen_dataclass

Ways = tuple[str, ...]


@frozen_dataclass
class MultiLineWords:
    """Words for a display of two lines or more."""

    play_pauses: Ways = ("PLAY PAUSES",)
    disk_fails: Ways = ("the disk fails",)
    no_count: Ways = ("does not count",)
    unverified: Ways = ("unverified: {why}", "unverified", "doubtful")
    device_lost: Ways = ("no answer: {device}", "no {device}", "device lost")
    where: Ways = ("{tile}: up or down?", "{tile} up/down?", "tile {tile}?")
    which: Ways = ("is it the {tile}?", "the {tile}?")
    down: str = "down"
    up: str = "up"
    yes: str = "yes"
    no: str = "no"
    confirm: Ways = ("confirm: {answer}", "conf={answer}")
    """The answer that confirm gives; the last is used where there is little room."""
    new: Ways = ("new: {answer}", "new={answer}")
    interrupted: Ways = ("interrupted",)
    hold_confirm: Ways = ("moved? hold confirm", "hold confirm")
    or_confirm: Ways = ("or press confirm", "or confirm")
    no_move: Ways = ("no move for {throw}", "no move")
    then: str = "then"
    play: str = "play"
    open: str = "open"
    by_word: str = "by word:"
    total: str = "total"
    score: str = "score"
    out: str = "out:"
    pay: str = "pay"
    good: Ways = ("good: {move}", "good")
    throws: Ways = ("{name} throws {value}", "{name}")
    highest_starts: Ways = ("highest starts",)
    throw: str = "throw"
    throw_again: str = "throw again"
    to_throw: str = "{name}: {throw}"
    shut_the_box: Ways = ("{name} shut the box!", "{name} shut it!")
    box_shut: Ways = ("shut the box",)
    scores: Ways = ("{name} scores {score}", "{name} {score}")
    has: Ways = ("{name} has {score}", "{name} {score}")
    round_over: Ways = ("The round is over", "round over")
    wins: Ways = ("{name} WINS!", "{name} wins")
    shared_by: Ways = ("shared by",)


@frozen_dataclass
class SingleLineWords:
    """Words for a display of one line, the shortest of them in letters of seven segments."""

    pause: Ways = ("PAUSE",)
    no_disk: Ways = ("no disk", "no disc", "disk")
    tile: Ways = ("tile {tile}", "t {tile}")
    up_or_down: Ways = ("up or dn", "up/dn")
    yes_or_no: Ways = ("yes no", "y/n")
    not_yet: Ways = ("not yet", "wait")
    bad_throw: Ways = ("bad throw", "bad roll", "bad")
    unverified: Ways = ("unverified", "doubt")
    device_lost: Ways = ("no {device}", "no {short}", "Error")
    """``{short}`` is the device in letters that seven segments can show."""
    restore: Ways = ("restore", "back")
    good: Ways = ("good",)
    and_rest: Ways = ("and {rest}", "+{rest}")
    again: Ways = ("again",)
    throw: Ways = ("throw", "roll")
    to_throw: Ways = ("{name} throw", "{name} roll")
    shut: Ways = ("{name} shut",)
    somebody_shut: Ways = ("shut",)
    total: Ways = ("total",)
    scores: Ways = ("scores",)
    wins: Ways = ("wins", "1st")
    name_wins: Ways = ("{name} wins", "1st {name}")
    pay: Ways = ("pay",)


@frozen_dataclass
class DisplayWords:
    """All words for displays.

    ``up`` and ``down`` stand in front of the tiles that must be moved. ``reasons`` says why levers
    must move, by the rule they break: no rule (empty) means a new turn, ``other_reason`` any other.
    ``seat`` names a player by the ``{seat}``, counted from 1. ``short_devices`` are
    names of devices in letters that seven segments can show.
    """

    multi_line: MultiLineWords
    single_line: SingleLineWords
    up: Ways
    down: Ways
    reasons: Mapping[str, str]
    other_reason: str
    seat: str
    short_devices: Mapping[str, str]


ENGLISH_DISPLAY = DisplayWords(
    MultiLineWords(),
    SingleLineWords(),
    up=("UP", "^"),
    down=("DOWN", "dn", "v"),
    reasons=MappingProxyType(
        {
            "": "to begin",
            rule_ids.COMMITTED_TILE: "already played",
            rule_ids.REFUSED_MOVE: "not a move",
            rule_ids.TAKE_BACK_MODE: "may not go back",
        }
    ),
    other_reason="not to be moved",
    seat="P{seat}",
    short_devices=MappingProxyType(
        {"roller": "dice", "lamps": "light", "voice": "sound", "display": "show"}
    ),
)
