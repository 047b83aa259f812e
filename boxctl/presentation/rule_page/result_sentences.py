"""Sentences about what a turn scores, who wins, and what is paid; scores aloud (R6 to R8). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boxctl.presentation.phrases import amount
from boxctl.presentation.rule_page.setup_sentences import RuleSentence
from boxctl.presentation.sound.spoken_phrases import digit_by_digit, in_words
from boxctl.rules.ruleset import RuleSet, Scoring, score
from boxctl.rules.tiles import TileSet, numbers, tile_set
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_n


def scoring(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield how a turn is scored, with an example; nothing where no score decides."""
    if not rules.is_scored:
        return
    meaning = scoring_words(rules.scoring).meaning
    text = tr("Your score is {meaning}; a shut box scores 0.", meaning=meaning)
    yield RuleSentence(text, ("scoring",))
    left = example_left(rules)
    text = tr_n(
        "For example, {tiles} left open scores {score}.",
        "For example, {tiles} left open score {score}.",
        left.bit_count(),
        tiles=all_of(map(str, numbers(left))),
        score=str(score(rules.scoring, left)),
    )
    yield RuleSentence(text, ("scoring",), aside=True)


def example_left(rules: RuleSet) -> TileSet:
    """Return some tiles that may be left open: 2, 3 and 5 if they are in play."""
    usual = tile_set((2, 3, 5))
    if usual & ~rules.in_play:
        return tile_set(numbers(rules.in_play)[:3])
    return usual


def winning(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield who starts, how a match ends, and who has won it (R7)."""
    if rules.first_player == "highest" and rules.match != "solo":
        text = tr("To begin, everyone throws one die; the highest starts.")
        yield RuleSentence(text, ("first_player",))
    elif rules.first_player == "rotate":
        text = tr("The first player begins the match, and the next one each further round.")
        yield RuleSentence(text, ("first_player",))
    elif rules.first_player == "loser":
        text = tr(
            "The first player begins the match; then whoever scored highest in a round begins the "
            "next one."
        )
        yield RuleSentence(text, ("first_player",))
    match rules.match:
        case "single":
            text = tr(
                "Everyone has one turn and the lowest score wins; whoever shuts the box wins at "
                "once."
            )
            yield RuleSentence(text, ("match",))
        case "tournament":
            yield from _tournament(rules)
        case "knockout":
            yield from _knockout(rules)
        case "rounds_won":
            yield from _rounds_won(rules)
        case "duel":
            text = tr("Whoever shuts the last tile, or opens the last one, has won.")
            yield RuleSentence(text, ("match",))
        case "relay":
            yield RuleSentence(tr("Whoever shuts the last tile has won."), ("match",))
        case "first_to_shut":
            yield RuleSentence(
                tr("Turns go round until someone shuts the box and wins."), ("match",)
            )
        case "solo":
            yield RuleSentence(tr("You play one turn, all alone."), ("match",))
    if rules.is_scored and rules.match != "solo":
        yield _ties(rules)


def _tournament(rules: RuleSet) -> Iterator[RuleSentence]:
    if rules.rounds is not None:
        text = tr_n(
            "Play one round; the lowest score wins.",
            "Play {count} rounds and add up the scores; the lowest total wins.",
            rules.rounds,
            count=str(rules.rounds),
        )
        yield RuleSentence(text, ("match", "rounds"))
    elif rules.target_ends == "at_once":
        text = tr(
            "Play rounds and add up the scores; as soon as someone has {target} or more, the match "
            "is over, in mid-round too, and the lowest total wins.",
            target=str(rules.target_in_force or 0),
        )
        yield RuleSentence(text, ("match", "target", "target_ends"))
    else:
        text = tr(
            "Play rounds and add up the scores; once someone has {target} or more at the end of a "
            "round, the lowest total wins.",
            target=str(rules.target_in_force or 0),
        )
        yield RuleSentence(text, ("match", "target"))
    yield from _shut_box(rules)


def _rounds_won(rules: RuleSet) -> Iterator[RuleSentence]:
    text = tr(
        "In each round everyone has one turn and the lowest score wins the round; whoever shuts "
        "the box wins it at once."
    )
    yield RuleSentence(text, ("match",))
    text = tr_n(
        "Whoever wins a round wins the match.",
        "Whoever is first to win {count} rounds wins the match.",
        rules.wins,
        count=str(rules.wins),
    )
    yield RuleSentence(text, ("match", "wins"))


def _knockout(rules: RuleSet) -> Iterator[RuleSentence]:
    target = str(rules.target_in_force or 0)
    if rules.knock_out == "at_once":
        text = tr(
            "Play rounds and add up the scores; whoever comes to {target} or more is out at once, "
            "and the last one in wins.",
            target=target,
        )
    else:
        text = tr(
            "Play rounds and add up the scores; whoever has {target} or more at the end of a round "
            "is out, and the last one in wins.",
            target=target,
        )
    yield RuleSentence(text, ("match", "target", "knock_out"))
    yield from _shut_box(rules)


def _shut_box(rules: RuleSet) -> Iterator[RuleSentence]:
    if rules.shut_wins == "match":
        text = tr("Whoever shuts the box wins the whole match at once.")
    elif rules.shut_bonus == "double":
        text = tr(
            "Whoever shuts the box has 0, and the scores of all the others in that round are "
            "doubled."
        )
    elif rules.shut_bonus == "double_once":
        text = tr(
            "Whoever shuts the box has 0, and the scores of all the others in that round are "
            "doubled, once however many shut it."
        )
    elif rules.shut_bonus:
        text = tr_n(
            "Whoever shuts the box has 0, and all the others have {count} point more in that "
            "round.",
            "Whoever shuts the box has 0, and all the others have {count} points more in that "
            "round.",
            rules.shut_bonus,
            count=str(rules.shut_bonus),
        )
    else:
        text = tr("Whoever shuts the box has 0 in that round, and play goes on.")
    yield RuleSentence(text, ("shut_wins", "shut_bonus"))


def _ties(rules: RuleSet) -> RuleSentence:
    if rules.counts_wins:
        return RuleSentence(_tied_round(rules), ("ties",))
    if rules.ties == "roll_off":
        text = tr("Players who tie for the win each have one more turn until one is lower.")
    elif rules.ties == "fewest_tiles":
        text = tr(
            "Of players who tie for the win the one with fewer tiles open wins, then the one whose "
            "highest open tile is lower; else they share it."
        )
    else:
        text = tr("Players who tie for the win share it.")
    return RuleSentence(text, ("ties",))


def _tied_round(rules: RuleSet) -> str:
    if rules.ties == "fewest_tiles":
        return tr(
            "Of players who tie for a round, whoever has fewer tiles open wins it, then whoever's "
            "highest open tile is lower."
        )
    if rules.ties == "roll_off":
        return tr("Players who tie for a round each have one more turn until one is lower.")
    return tr(
        "Players who tie for a round have each won it; if several come to the last one together, "
        "they share the match."
    )


def paying(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield the payment (R8)."""
    if rules.match == "solo":
        return
    if rules.stake:
        stake = amount(rules.stake, rules.currency)
        text = tr("Everyone puts {stake} into the pool, and the winner takes it.", stake=stake)
    else:
        text = tr("If you play for money, everyone stakes the same, and the winner takes it.")
    yield RuleSentence(text, ("stake",))
    if rules.double_on_shut:
        text = tr("Whoever wins by shutting the box gets double the stake from everyone.")
        yield RuleSentence(text, ("double_on_shut",))
    if rules.opening_lost == "match" or (rules.stops == "match" and rules.stop_number is not None):
        text = tr("If nobody wins, every stake goes back.")
        yield RuleSentence(text, ("opening_lost", "stops"), aside=True)


@frozen_dataclass
class ScoringWords:
    """The words for one scoring.

    ``meaning`` completes "the score is …". ``spoken`` returns a score, 0 or more, as it is said
    aloud: as a quantity unless the scoring has another way.
    """

    meaning: str
    spoken: Callable[[int], str] = in_words


def scoring_words(scoring: Scoring) -> ScoringWords:
    """Return the words for a scoring."""
    match scoring:
        case "golf":
            return ScoringWords(tr("the sum of the open tiles"))
        case "missionary":
            return ScoringWords(tr("how many tiles are open"))
        case "digital":
            meaning = tr("the open tiles read as one number")
            return ScoringWords(meaning, digit_by_digit)
