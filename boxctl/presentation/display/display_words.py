"""The words of a language for displays. Pure.

A tuple has several ways to say the same, the best first; the first that a display can show is
taken, and the last is cut if none fits. ``{name}`` stands for a player, other braces for what the
field's comment says. In a message `` | `` stands between the ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from boxctl.presentation.notices import sensor_device
from boxctl.rules import rule_ids
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import kept_by_language, tr_as
from groundwork.limits import MOST_TILES

Ways = tuple[str, ...]


@frozen_dataclass
class MultiLineWords:
    """Words for a display of two lines or more."""

    play_pauses: Ways
    disk_fails: Ways
    no_count: Ways
    unverified: Ways
    device_lost: Ways
    where: Ways
    which: Ways
    down: str
    up: str
    yes: str
    no: str
    confirm: Ways
    """The answer that confirm gives; the last is used where there is little room."""
    new: Ways
    hold: Ways
    """The answer that a long press of confirm gives."""
    none: str
    interrupted: Ways
    hold_confirm: Ways
    or_confirm: Ways
    or_new: Ways
    no_move: Ways
    then: str
    play: str
    open: str
    by_word: str
    total: str
    score: str
    won: str
    out: str
    pay: str
    good: Ways
    throws: Ways
    highest_starts: Ways
    throw: str
    throw_again: str
    or_throw_again: Ways
    """A double may be thrown again instead of being played (R5.7)."""
    to_throw: str
    shut_the_box: Ways
    box_shut: Ways
    scores: Ways
    has: Ways
    round_over: Ways
    handicap_of: Ways
    unchanged: str
    handicap: str
    another_number: Ways
    best: str
    new_best: Ways
    wins: Ways
    shared_by: Ways
    nobody_wins: Ways
    markers: Ways
    """``{count}`` are those that the player has banked (R5.6)."""
    code: Ways
    game: Ways
    stake: Ways
    players: Ways
    """``{count}`` is how many play; the names stand below."""
    no_stake: Ways
    cannot: Ways
    """The game that the menu shows cannot be played here."""
    needs_tiles: Ways
    needs_dice: Ways
    next_or_take: Ways
    next_hold: Ways
    """With one button a short press shows the next choice, and a long one takes it."""
    menu_later: Ways


@frozen_dataclass
class SingleLineWords:
    """Words for a display of one line, the shortest of them in letters of seven segments."""

    pause: Ways
    no_disk: Ways
    tile: Ways
    up_or_down: Ways
    yes_or_no: Ways
    hold_none: Ways
    not_yet: Ways
    bad_throw: Ways
    unverified: Ways
    device_lost: Ways
    """``{short}`` is the device in letters that seven segments can show."""
    restore: Ways
    good: Ways
    and_rest: Ways
    again: Ways
    or_again: Ways
    throw: Ways
    to_throw: Ways
    shut: Ways
    somebody_shut: Ways
    total: Ways
    scores: Ways
    won: Ways
    wins: Ways
    name_wins: Ways
    nobody_wins: Ways
    pay: Ways
    best: Ways
    new_best: Ways
    markers: Ways
    code: Ways
    code_is: Ways
    game: Ways
    stake: Ways
    players: Ways
    handicap: Ways
    another_number: Ways
    none: Ways
    cannot: Ways


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
    devices: Mapping[str, str]
    short_devices: Mapping[str, str]


@kept_by_language(None)
def display_words() -> DisplayWords:
    """Return the words of the language in use."""
    return DisplayWords(
        _multi_line_words(),
        _single_line_words(),
        up=_ways(tr_as("on a display", "UP | ^")),
        down=_ways(tr_as("on a display", "DOWN | dn | v")),
        reasons=MappingProxyType(
            {
                "": tr_as("on a display", "to begin"),
                rule_ids.COMMITTED_TILE: tr_as("on a display", "already played"),
                rule_ids.REFUSED_MOVE: tr_as("on a display", "not a move"),
                rule_ids.TAKE_BACK_MODE: tr_as("on a display", "may not go back"),
                rule_ids.ONE_ACT: tr_as("on a display", "moved at once"),
            }
        ),
        other_reason=tr_as("on a display", "not to be moved"),
        seat=tr_as("on a display", "P{seat}"),
        devices=MappingProxyType(
            {
                "roller": tr_as("on a display", "roller"),
                "lamps": tr_as("on a display", "lamps"),
                "voice": tr_as("on a display", "voice"),
                "display": tr_as("on a display", "display"),
                "buzzer": tr_as("on a display", "buzzer"),
                "board": tr_as("on a display", "board"),
                "key": tr_as("on a display", "key"),
                **_sensors(),
            }
        ),
        short_devices=MappingProxyType(
            {
                "roller": tr_as("on seven segments", "dice"),
                "lamps": tr_as("on seven segments", "light"),
                "voice": tr_as("on seven segments", "sound"),
                "display": tr_as("on seven segments", "screen"),
            }
        ),
    )


def _sensors() -> dict[str, str]:
    return {
        sensor_device(number): tr_as("on a display", "sensor {number}", number=number)
        for number in range(1, MOST_TILES + 1)
    }


def _multi_line_words() -> MultiLineWords:
    return MultiLineWords(
        play_pauses=_ways(tr_as("on a display", "PLAY PAUSES")),
        disk_fails=_ways(tr_as("on a display", "the disk fails")),
        no_count=_ways(tr_as("on a display", "does not count")),
        unverified=_ways(tr_as("on a display", "unverified: {why} | unverified | doubtful")),
        device_lost=_ways(tr_as("on a display", "no answer: {device} | no {device} | device lost")),
        where=_ways(tr_as("on a display", "{tile}: up or down? | {tile} up/down? | tile {tile}?")),
        which=_ways(tr_as("on a display", "is it the {tile}? | the {tile}?")),
        down=tr_as("on a display", "down"),
        up=tr_as("on a display", "up"),
        yes=tr_as("on a display", "yes"),
        no=tr_as("on a display", "no"),
        confirm=_ways(tr_as("on a display", "confirm: {answer} | conf={answer}")),
        new=_ways(tr_as("on a display", "new: {answer} | new={answer}")),
        hold=_ways(tr_as("on a display", "hold confirm: {answer} | hold: {answer} | {answer}")),
        none=tr_as("on a display", "none"),
        interrupted=_ways(tr_as("on a display", "interrupted")),
        hold_confirm=_ways(tr_as("on a display", "moved? hold confirm | hold confirm")),
        or_confirm=_ways(tr_as("on a display", "or press confirm | or confirm")),
        or_new=_ways(tr_as("on a display", "or press new | or new")),
        no_move=_ways(tr_as("on a display", "no move for {throw} | no move")),
        then=tr_as("on a display", "then"),
        play=tr_as("on a display", "play"),
        open=tr_as("on a display", "open"),
        by_word=tr_as("on a display", "by word:"),
        total=tr_as("on a display", "total"),
        score=tr_as("on a display", "score"),
        won=tr_as("on a display", "won"),
        out=tr_as("on a display", "out:"),
        pay=tr_as("on a display", "pay"),
        good=_ways(tr_as("on a display", "good: {move} | good")),
        throws=_ways(tr_as("on a display", "{name} throws {value} | {name}")),
        highest_starts=_ways(tr_as("on a display", "highest starts")),
        throw=tr_as("on a display", "throw"),
        throw_again=tr_as("on a display", "throw again"),
        or_throw_again=_ways(tr_as("on a display", "or throw again | or again")),
        to_throw=tr_as("on a display", "{name}: {throw}"),
        shut_the_box=_ways(tr_as("on a display", "{name} shut the box! | {name} shut it!")),
        box_shut=_ways(tr_as("on a display", "shut the box")),
        scores=_ways(tr_as("on a display", "{name} scores {score} | {name} {score}")),
        has=_ways(tr_as("on a display", "{name} has {score} | {name} {score}")),
        round_over=_ways(tr_as("on a display", "The round is over | round over")),
        handicap_of=_ways(
            tr_as("on a display", "handicap {number} of {count} | handicap {number}/{count}")
        ),
        unchanged=tr_as("on a display", "as it is:"),
        handicap=tr_as("on a display", "handicap"),
        another_number=_ways(tr_as("on a display", "another number | another | other")),
        best=tr_as("on a display", "best"),
        new_best=_ways(tr_as("on a display", "A NEW BEST! | new best")),
        wins=_ways(tr_as("on a display", "{name} WINS! | {name} wins")),
        shared_by=_ways(tr_as("on a display", "shared by")),
        nobody_wins=_ways(tr_as("on a display", "nobody wins")),
        markers=_ways(tr_as("on a display", "markers: {count} | mark. {count}")),
        code=_ways(tr_as("on a display", "code for phones | phone code | code")),
        game=_ways(tr_as("on a display", "game {number} of {count} | game {number}/{count}")),
        stake=_ways(tr_as("on a display", "stake {number} of {count} | stake {number}/{count}")),
        players=_ways(tr_as("on a display", "players: {count} | play: {count}")),
        no_stake=_ways(tr_as("on a display", "no stake | none")),
        cannot=_ways(tr_as("on a display", "cannot be played here | not on this box | not here")),
        needs_tiles=_ways(tr_as("on a display", "needs {count} tiles | {count} tiles")),
        needs_dice=_ways(tr_as("on a display", "needs dice {dice} | dice {dice}")),
        next_or_take=_ways(
            tr_as("on a display", "new: next  confirm: ok | new=next conf=ok | conf = ok")
        ),
        next_hold=_ways(
            tr_as("on a display", "press: next  hold: ok | press=next hold=ok | hold = ok")
        ),
        menu_later=_ways(tr_as("on a display", "after this match | not now")),
    )


def _single_line_words() -> SingleLineWords:
    return SingleLineWords(
        pause=_ways(tr_as("on seven segments", "PAUSE")),
        no_disk=_ways(tr_as("on seven segments", "no disk | no disc | disk")),
        tile=_ways(tr_as("on seven segments", "tile {tile} | t {tile}")),
        up_or_down=_ways(tr_as("on seven segments", "up or dn | up/dn")),
        yes_or_no=_ways(tr_as("on seven segments", "yes no | y/n")),
        hold_none=_ways(tr_as("on seven segments", "hold: none | hold 0 | none")),
        not_yet=_ways(tr_as("on seven segments", "not yet | wait")),
        bad_throw=_ways(tr_as("on seven segments", "bad throw | bad roll | bad")),
        unverified=_ways(tr_as("on seven segments", "unverified | doubt")),
        device_lost=_ways(tr_as("on seven segments", "no {device} | no {short} | Error")),
        restore=_ways(tr_as("on seven segments", "restore | back")),
        good=_ways(tr_as("on seven segments", "good")),
        and_rest=_ways(tr_as("on seven segments", "and {rest} | +{rest}")),
        again=_ways(tr_as("on seven segments", "again")),
        or_again=_ways(tr_as("on seven segments", "or again | again")),
        throw=_ways(tr_as("on seven segments", "throw | roll")),
        to_throw=_ways(tr_as("on seven segments", "{name} throw | {name} roll")),
        shut=_ways(tr_as("on seven segments", "{name} shut")),
        somebody_shut=_ways(tr_as("on seven segments", "shut")),
        total=_ways(tr_as("on seven segments", "total")),
        scores=_ways(tr_as("on seven segments", "scores")),
        won=_ways(tr_as("on seven segments", "rounds")),
        wins=_ways(tr_as("on seven segments", "wins | 1st")),
        name_wins=_ways(tr_as("on seven segments", "{name} wins | 1st {name}")),
        nobody_wins=_ways(tr_as("on seven segments", "nobody wins | no 1st")),
        pay=_ways(tr_as("on seven segments", "pay")),
        best=_ways(tr_as("on seven segments", "best")),
        new_best=_ways(tr_as("on seven segments", "new best | best")),
        markers=_ways(tr_as("on seven segments", "marker {count} | chip {count} | ch {count}")),
        code=_ways(tr_as("on seven segments", "code")),
        code_is=_ways(tr_as("on seven segments", "code {code} | c {code}")),
        game=_ways(tr_as("on seven segments", "choice {number} | no {number}")),
        stake=_ways(tr_as("on seven segments", "stake | pay")),
        players=_ways(tr_as("on seven segments", "players {count} | play {count} | pl {count}")),
        handicap=_ways(tr_as("on seven segments", "handicap | hcp")),
        another_number=_ways(tr_as("on seven segments", "other")),
        none=_ways(tr_as("on seven segments", "none | no")),
        cannot=_ways(tr_as("on seven segments", "not here | no")),
    )


def _ways(message: str) -> Ways:
    return tuple(message.split(" | "))
