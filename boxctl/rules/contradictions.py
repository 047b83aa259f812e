"""Find settings that contradict each other. Each contradiction names both.

A setting that merely has no effect beside the others contradicts none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import can_shut_all_at_once
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.setting_kinds import RuleSetting
from boxctl.rules.settings import SETTINGS
from boxctl.rules.tiles import tile, write_tiles
from boxctl.rules.ways import OF_TWO_DICE, rule_by_way
from groundwork.language import all_of, any_of, tr

_USUAL = RuleSet()

WITHOUT_HANDICAP = ("duel", "relay", "solo", "first_to_shut")
"""The kinds of match in which no scores are compared (R7.16)."""


def check(rules: RuleSet, players: int | None = None) -> None:
    """Raise :class:`RuleFault` (BX204) if two of the settings contradict each other.

    ``players`` is their number, None where it is unknown. The fault names every contradiction.
    """
    found = list(contradictions(rules, players))
    if found:
        raise RuleFault("BX204", ". ".join(found))


def contradictions(rules: RuleSet, players: int | None = None) -> Iterator[str]:
    """Yield each contradiction as a sentence without a full stop."""
    yield from _of_the_box(rules)
    yield from _of_the_dice(rules)
    yield from _of_the_match(rules)
    yield from _of_the_rounds(rules)
    if players is not None:
        yield from _of_the_players(rules, players)


def _of_the_box(rules: RuleSet) -> Iterator[str]:
    down = _written(rules, "down")
    if off_the_box := rules.down_tiles & ~rules.on_the_box:
        yield tr(
            "{down} names {tiles}, but with tiles = {last} the box ends at {last}",
            down=down,
            tiles=write_tiles(off_the_box),
            last=rules.tiles,
        )
    elif not rules.in_play:
        yield tr(
            "{down} leaves nothing to play for on a box of tiles = {tiles}",
            down=down,
            tiles=rules.tiles,
        )
    opening = rules.opening_tile
    if opening is None:
        return
    if opening > rules.tiles:
        yield tr(
            "opening_tile = {opening} is not on the box, which ends at {tiles} (tiles = {tiles})",
            opening=opening,
            tiles=rules.tiles,
        )
    elif tile(opening) & rules.down_tiles:
        yield tr("opening_tile = {opening} begins shut ({down})", opening=opening, down=down)


def _of_the_dice(rules: RuleSet) -> Iterator[str]:
    combine, dice = rules.combine, rules.dice
    ways = rule_by_way(combine).keys()
    if dice.count != 2 and (ways & OF_TWO_DICE or ways == {"pair"}):
        yield tr(
            "combine = {combine} needs two dice, but dice = {dice}", combine=combine, dice=dice
        )
    elif dice.count > 2 and "pair" in ways:
        yield tr(
            "combine = {combine} needs one or two dice, but dice = {dice}",
            combine=combine,
            dice=dice,
        )
    yield from _alone(rules, ["combine"])


def _of_the_match(rules: RuleSet) -> Iterator[str]:
    match = rules.match
    if match in ("duel", "relay") and rules.opening_tile is not None:
        yield tr(
            "match = {match} knows no opening tile, but opening_tile = {opening_tile}",
            match=match,
            opening_tile=rules.opening_tile,
        )
    if rules.adds_up_rounds and rules.ties == "fewest_tiles":
        yield tr(
            "{ties} compares the tiles of one turn, but match = {match} adds up rounds",
            ties=_written(rules, "ties"),
            match=match,
        )
    if any(rules.handicaps) and match in WITHOUT_HANDICAP:
        yield tr(
            "a handicap (handicap = {handicap}) needs rounds that scores decide, but "
            "match = {match}",
            handicap=", ".join(map(str, rules.handicaps)),
            match=match,
        )
    yield from _alone(rules, SETTINGS.keys() - {"combine"})
    if match == "solo" and rules.stake:
        yield tr("match = solo has nobody to win from, but stake = {stake}", stake=rules.stake)
    if _needs_one_throw(rules) and not can_shut_all_at_once(rules):
        settings = f"{_written(rules, 'down')}, dice = {rules.dice}"
        if rules.stop_number is not None:
            settings = all_of((settings, f"stop_number = {rules.stop_number}"))
        yield tr(
            "match = first_to_shut needs a box that one throw can shut, but tiles = {tiles} with "
            "{settings} is none",
            tiles=rules.tiles,
            settings=settings,
        )


def _of_the_rounds(rules: RuleSet) -> Iterator[str]:
    if rules.rounds is not None and rules.target is not None:
        yield tr(
            "rounds = {rounds} ends the match, but so does target = {target}",
            rounds=rules.rounds,
            target=rules.target,
        )


def _alone(rules: RuleSet, others: Collection[str]) -> Iterator[str]:
    """Yield the settings that go only with values of these others, and stand without them."""
    for name, known in SETTINGS.items():
        if not (known.only_with or known.values_only_with) or _is_usual(rules, known):
            continue
        for other, needed in known.needs(known.write(getattr(rules, name))).items():
            if other in others and SETTINGS[other].write(getattr(rules, other)) not in needed:
                yield tr(
                    "{setting} goes only with {other} = {needed}, but {other_setting}",
                    setting=_written(rules, name),
                    other=other,
                    needed=any_of(needed),
                    other_setting=_written(rules, other),
                )


def _is_usual(rules: RuleSet, known: RuleSetting) -> bool:
    return all(getattr(rules, held) == getattr(_USUAL, held) for held in known.fields_held)


def _written(rules: RuleSet, name: str) -> str:
    return f"{name} = {SETTINGS[name].write(getattr(rules, name))}"


def _needs_one_throw(rules: RuleSet) -> bool:
    """Return whether one throw must shut the box; False if dice and moves, or tiles, do not fit."""
    if rules.match != "first_to_shut" or not rules.in_play:
        return False
    return not any(_of_the_dice(rules))


def _of_the_players(rules: RuleSet, players: int) -> Iterator[str]:
    if rules.match in ("duel", "relay") and players != 2:
        yield tr(
            "this game is for exactly two players (match = {match}), not for {players} "
            "(players = {players})",
            match=rules.match,
            players=players,
        )
    if rules.match == "solo" and players > 1:
        yield tr(
            "this game is for one player (match = solo), not for {players} (players = {players})",
            players=players,
        )
