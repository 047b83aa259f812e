"""The questions of a page, as it sends them. What they are about is checked by who answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict, TypeGuard

from boxctl.odds.aims import AIMS, AimName
from boxctl.web.acting.table_code import are_settings, is_value
from groundwork.limits import MOST_TILES

MOST_TOLD = 60
"""The most lines that are told at once."""

MOST_TO_COME = 11
"""The most players who are still to play: the seats of the largest match but one."""

MOST_MADE = 10**9
"""The highest score that somebody else may have made."""


class AskedRules(TypedDict):
    """A game by any of its names, and the settings that are changed in it."""

    rules: str
    settings: dict[str, str]


class LegalAsked(AskedRules):
    """A throw such as ``2,4``, the tiles that stand open such as ``1-9``, empty for all.

    ``shut`` are the tiles of the move that is asked about, empty for any.
    """

    open: str
    throw: str
    shut: str


class ToldAsked(AskedRules):
    """What happened, a line each, such as ``throw 3 4``; ``shut`` are the tiles shut before.

    ``players`` may be empty; ``markers`` of null are not known.
    """

    lines: list[str]
    players: list[str]
    shut: str
    markers: int | None


class OddsAsked(AskedRules):
    """A position: the tiles still to be moved, empty for all, and a throw, empty for before one.

    ``aim`` is null for that of the rules, or to win where others are told of. To win, ``beat`` is
    the lowest score so far, null for none, and ``to_come`` how many play after; ``opens`` tells
    that this player opens tiles. ``totals``, ``wins``, ``scores`` and ``handicap`` are written as
    the options of ``boxctl odds`` of these names, empty for none, as are ``rounds_to_come`` and
    ``roll_off``. Where tiles decide ties, a score is the tiles left open, ``1+9``.
    """

    open: str
    throw: str
    aim: AimName | None
    beat: int | str | None
    to_come: int | None
    totals: str
    wins: str
    scores: str
    rounds_to_come: int | None
    handicap: str
    roll_off: bool
    opens: bool
    markers: int


def read_legal(data: object) -> LegalAsked | None:
    """Read a question about a throw; None for anything else."""
    rules = _read_rules(data)
    if rules is None or not isinstance(data, Mapping):
        return None
    texts = [data.get(key, "") for key in ("open", "throw", "shut")]
    if not all(map(_is_text, texts)):
        return None
    open, throw, shut = texts
    return LegalAsked(**rules, open=open, throw=throw, shut=shut)


def read_told(data: object) -> ToldAsked | None:
    """Read what happened; None for anything else."""
    rules = _read_rules(data)
    if rules is None or not isinstance(data, Mapping):
        return None
    lines: Any = data.get("lines")
    players: Any = data.get("players", [])
    shut, markers = data.get("shut", ""), data.get("markers")
    known = _are_texts(lines) and _are_texts(players) and _is_text(shut)
    if not known or not (markers is None or _is_count(markers, MOST_TILES)):
        return None
    return ToldAsked(**rules, lines=lines, players=players, shut=shut, markers=markers)


def read_odds(data: object) -> OddsAsked | None:
    """Read a question about a position; None for anything else."""
    rules = _read_rules(data)
    if rules is None or not isinstance(data, Mapping):
        return None
    open, throw, aim = data.get("open", ""), data.get("throw", ""), data.get("aim")
    beat, to_come = data.get("beat"), data.get("to_come")
    rounds_to_come = data.get("rounds_to_come")
    opens, markers = data.get("opens", False), data.get("markers", 0)
    roll_off = data.get("roll_off", False)
    written = [data.get(key, "") for key in ("totals", "wins", "scores", "handicap")]
    known = (
        all(map(_is_text, (open, throw, *written)))
        and (aim is None or aim in AIMS)
        and (beat is None or _is_count(beat, MOST_MADE) or _is_text(beat))
        and (to_come is None or _is_count(to_come, MOST_TO_COME))
        and (rounds_to_come is None or _is_count(rounds_to_come, MOST_MADE))
        and isinstance(opens, bool)
        and isinstance(roll_off, bool)
        and _is_count(markers, MOST_TILES)
    )
    if not known:
        return None
    totals, wins, scores, handicap = written
    return OddsAsked(
        **rules,
        open=open,
        throw=throw,
        aim=aim,
        beat=beat,
        to_come=to_come,
        totals=totals,
        wins=wins,
        scores=scores,
        rounds_to_come=rounds_to_come,
        handicap=handicap,
        roll_off=roll_off,
        opens=opens,
        markers=markers,
    )


def _read_rules(data: object) -> AskedRules | None:
    if not isinstance(data, Mapping):
        return None
    rules, settings = data.get("rules", ""), data.get("settings", {})
    if not _is_text(rules) or not are_settings(settings):
        return None
    return AskedRules(rules=rules, settings=settings)


def _is_text(text: object) -> TypeGuard[str]:
    return is_value(text) and (text == "" or text.isprintable())


def _are_texts(texts: Any) -> bool:
    return isinstance(texts, list) and len(texts) <= MOST_TOLD and all(map(_is_text, texts))


def _is_count(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


Read = Callable[[object], Any]
"""Reads a question from JSON; None for what is none."""
