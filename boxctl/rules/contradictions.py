"""Which settings contradict each other. Each contradiction names both."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.rules.faults import RuleFault
from boxctl.rules.one_throw import can_shut_all_at_once
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile, write_tiles


def check(rules: RuleSet, players: int | None = None) -> None:
    """Raise :class:`RuleFault` (BX204) if two of the settings contradict each other.

    ``players`` is their number, None where it is unknown. The fault names every contradiction.
    """
    found = list(_contradictions(rules, players))
    if found:
        raise RuleFault("BX204", ". ".join(found))


def _contradictions(rules: RuleSet, players: int | None) -> Iterator[str]:
    yield from _of_the_box(rules)
    yield from _of_the_dice(rules)
    yield from _of_the_match(rules)
    if players is not None:
        yield from _of_the_players(rules, players)


def _of_the_box(rules: RuleSet) -> Iterator[str]:
    if rules.down & ~rules.on_the_box:
        off_the_box = write_tiles(rules.down & ~rules.on_the_box)
        yield (
            f"down = {write_tiles(rules.down)} names {off_the_box}, but with "
            f"tiles = {rules.tiles} the box ends at {rules.tiles}"
        )
    elif not rules.in_play:
        yield (
            f"down = {write_tiles(rules.down)} leaves nothing to play for "
            f"on a box of tiles = {rules.tiles}"
        )
    opening = rules.opening_tile
    if opening is None:
        return
    if opening > rules.tiles:
        yield (
            f"opening_tile = {opening} is not on the box, "
            f"which ends at {rules.tiles} (tiles = {rules.tiles})"
        )
    elif tile(opening) & rules.down:
        yield f"opening_tile = {opening} begins shut (down = {write_tiles(rules.down)})"


def _of_the_dice(rules: RuleSet) -> Iterator[str]:
    if rules.combine in ("canoga", "sum_or_difference") and rules.dice.count != 2:
        yield f"combine = {rules.combine} needs two dice, but dice = {rules.dice}"


def _of_the_match(rules: RuleSet) -> Iterator[str]:
    match = rules.match
    if match in ("duel", "relay") and rules.opening_tile is not None:
        yield f"match = {match} knows no opening tile, but opening_tile = {rules.opening_tile}"
    if rules.stops == "match" and match != "single":
        yield f"stops = match goes only with match = single, but match = {match}"
    if rules.target is not None and match not in ("tournament", "knockout"):
        yield (
            f"target = {rules.target} goes only with match = tournament or knockout, "
            f"but match = {match}"
        )
    if match == "solo" and rules.stake:
        yield f"match = solo has nobody to win from, but stake = {rules.stake}"
    if _needs_one_throw(rules) and not can_shut_all_at_once(rules):
        stop = f" and stop_number = {rules.stop_number}" if rules.stop_number is not None else ""
        yield (
            f"match = first_to_shut needs a box that one throw can shut, but tiles = "
            f"{rules.tiles} with down = {write_tiles(rules.down)}, dice = {rules.dice}{stop} "
            "is none"
        )


def _needs_one_throw(rules: RuleSet) -> bool:
    """Whether one throw must shut the box; False where the dice fit no moves or nothing is open."""
    dice_fit = not any(_of_the_dice(rules))
    return rules.match == "first_to_shut" and bool(rules.in_play) and dice_fit


def _of_the_players(rules: RuleSet, players: int) -> Iterator[str]:
    if rules.match in ("duel", "relay") and players != 2:
        yield f"match = {rules.match} needs exactly two players, but players = {players}"
    if rules.first_player == "highest" and rules.dice.sides == 1 and players > 1:
        yield f"first_player = highest needs dice that differ, but dice = {rules.dice}"
    if rules.match == "solo" and players > 1:
        yield f"match = solo is for one player, but players = {players}"
