"""Sentences about what a throw allows, and what happens if nothing (R3, R4.8, R5). Pure.

An example throw shows well what the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from boxctl.presentation.phrases import WRITTEN, choices, dice, the_tile
from boxctl.presentation.rule_page.setup_sentences import RuleSentence, declared
from boxctl.rules.moves import Move, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.turn_settings import DICE
from boxctl.rules.ways import Way
from groundwork.language import any_of, message, tr

TELLING: dict[str, tuple[tuple[int, int], ...]] = {
    "sum": ((3, 4), (2, 4), (6, 6)),
    "sum_or_difference": ((6, 4), (5, 2)),
    "canoga": ((2, 4), (1, 3)),
    "thai": ((2, 3), (2, 4)),
    "either": ((2, 3), (2, 4)),
    "pair_or_sum": ((2, 4), (1, 3)),
}
"""For each name of ways, throws of two dice that show all of it, the best first."""

WAY_PHRASES: Mapping[Way, str] = {
    "sum_set": message("any tiles that add up to the total of your dice"),
    "sum_tile": message("the one tile with the total of your dice"),
    "pair": message("both tiles that the two dice show"),
    "die_tile": message("one tile that a die shows"),
    "difference_set": message("any tiles that add up to the difference of the dice"),
    "difference_tile": message("the one tile with the difference of the dice"),
    "product_tile": message("the one tile with the product of the dice"),
    "quotient_tile": message("the one tile with the larger die divided by the smaller"),
    "double_tile": message("the one tile that both dice of a double show"),
}
"""What each way lets a player shut (R3.10): a marked message in English."""

MOST_TRIED = 2000
"""The most throws that are tried, for boxes on which few can be played."""


def example_throw(rules: RuleSet) -> tuple[tuple[int, ...], tuple[Move, ...]] | None:
    """Return a throw and its moves at the start; None if no throw that is tried has any."""
    for throw in _candidates(rules):
        found = moves(rules, rules.in_play, throw, opening=rules.opening_tile is not None)
        if found:
            return throw, found
    return None


def _candidates(rules: RuleSet) -> Iterator[tuple[int, ...]]:
    count, sides = rules.dice.count, rules.dice.sides
    if count == 2:
        telling = TELLING.get(rules.combine) or _throws_with_most_moves(rules)
        yield from (throw for throw in telling if max(throw) <= sides)
    middle = min(sides, 7 if count == 1 else 2)
    yield (middle,) * count
    for tried, throw in enumerate(product(range(1, sides + 1), repeat=count)):
        if tried == MOST_TRIED:
            return
        yield throw


def _throws_with_most_moves(rules: RuleSet) -> list[tuple[int, int]]:
    throws = combinations(range(1, min(6, rules.dice.sides) + 1), 2)
    return sorted(throws, key=lambda throw: -len(moves(rules, rules.in_play, throw)))


def allowed(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield the moves of a throw (R3), with an example, and how long they may be taken back."""
    settings = ("combine",) if rules.dice.count > 1 else ("combine", "dice")
    yield RuleSentence(_combine(rules), settings)
    if rules.match == "duel":
        text = tr("Whoever opens tiles does so by the same rules.")
        yield RuleSentence(text, ("match",), aside=True)
    yield from declared(rules, DICE)
    if (shown := example(rules)) is not None:
        yield RuleSentence(shown, ("combine",), aside=True)
    yield _take_back(rules)


def example(rules: RuleSet) -> str | None:
    """Return a throw and its moves at the start as an example; None if no throw allows any."""
    found = example_throw(rules)
    if found is None:
        return None
    thrown, moves = found
    return tr(
        "For example, at the start a throw of {dice} lets you shut {moves}.",
        dice=dice(thrown, WRITTEN),
        moves=choices(moves, WRITTEN),
    )


def _combine(rules: RuleSet) -> str:
    if rules.dice.count == 1:
        if "sum_set" in rules.ways:
            return tr("Shut any tiles that add up to your throw.")
        return tr("Shut the one tile that the die shows.")
    match rules.combine:
        case "sum":
            return tr("Shut any tiles that add up to the total of your dice.")
        case "sum_or_difference":
            return tr(
                "Shut any tiles that add up to the total of your dice, or to the difference "
                "between them."
            )
        case "canoga":
            return tr(
                "Shut the two tiles that your dice show, or one single tile: their sum, their "
                "product or their difference."
            )
        case "thai":
            return tr("Shut just one tile: one that a die shows, or the total of your dice.")
        case "either":
            return tr(
                "Shut one tile that a die shows, both tiles that the two dice show, or the one "
                "tile with their total."
            )
        case "pair_or_sum":
            return tr("Shut both tiles that the two dice show, or the one tile with their sum.")
        case _:
            phrases = [tr(WAY_PHRASES[way]) for way in rules.ways]
            return tr("Shut {ways}.", ways=any_of(phrases))


def _take_back(rules: RuleSet) -> RuleSentence:
    match rules.take_back:
        case "until_complete":
            text = tr(
                "Until your move is complete you may stand a tile up again and choose others."
            )
        case "until_next_throw":
            text = tr("You may change your move until you throw again.")
        case "never":
            text = tr("A tile that you have moved stays as it is: nothing is taken back.")
    return RuleSentence(text, ("take_back",), aside=rules.take_back == "until_complete")


def turn(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield how a turn goes on and ends (R3.6, R5)."""
    yield from _opening(rules)
    if rules.match == "first_to_shut":
        text = tr(
            "You have one throw; then it is the next player's turn, whether you could play or not."
        )
        yield RuleSentence(text, ("match",))
    elif rules.pass_box == "each_throw":
        text = tr("After every throw the other player has the box, whether you could play or not.")
        yield RuleSentence(text, ("pass_box",))
    elif rules.box_stays:
        text = tr(
            "Throw again as long as you can play; when you cannot, the other player takes the box "
            "as it stands."
        )
        yield RuleSentence(text, ("match", "pass_box"))
    else:
        text = tr(
            "Throw again as long as you can play; a throw that you cannot play ends your turn."
        )
        yield RuleSentence(text)
    yield from _doubles(rules)
    yield from _stop(rules)


def _opening(rules: RuleSet) -> Iterator[RuleSentence]:
    if rules.opening_tile is None:
        return
    opening = the_tile(rules.opening_tile, WRITTEN)
    if rules.opening_lost == "match":
        text = tr(
            "Your first move must shut {tile}; if your first throw does not allow that, you have "
            "lost the match.",
            tile=opening,
        )
    else:
        text = tr(
            "Your first move must shut {tile}; if your first throw does not allow that, your turn "
            "is lost and every tile counts.",
            tile=opening,
        )
    yield RuleSentence(text, ("opening_tile", "opening_lost"))


def _doubles(rules: RuleSet) -> Iterator[RuleSentence]:
    match rules.doubles:
        case "none":
            return
        case "rethrow":
            text = tr("A double that you cannot play is thrown again.")
        case "extra":
            text = tr(
                "A double that you cannot play is thrown again; after a double that you have "
                "played, so is the next throw, once."
            )
        case "insurance":
            text = tr(
                "Every double earns you a marker for this turn; a throw that you cannot play costs "
                "one, and you throw again."
            )
        case "may_rethrow":
            text = tr(
                "A double that you cannot play is thrown again; one that you can play you may "
                "throw again instead, as long as you have moved no tile for it."
            )
    yield RuleSentence(text, ("doubles",))


def _stop(rules: RuleSet) -> Iterator[RuleSentence]:
    if rules.stop_number is None:
        return
    number = str(rules.stop_number)
    if rules.stops == "turn":
        text = tr("A total of {number} ends your turn at once.", number=number)
    else:
        text = tr(
            "A total of {number} ends the match at once: if everyone has had a turn the lowest "
            "score wins, otherwise nobody.",
            number=number,
        )
    yield RuleSentence(text, ("stop_number", "stops"))
