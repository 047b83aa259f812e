"""The rules of a match in sections, in the order in which a player needs them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boxctl.presentation.rule_page import move_sentences, result_sentences, setup_sentences
from boxctl.presentation.rule_page.rule_sentence import RuleSection, RuleSentence
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr


def sections(rules: RuleSet) -> tuple[RuleSection, ...]:
    """Return everything that a player has to know.

    The rules must not contradict each other.
    """
    found = (
        _section(tr("Goal"), setup_sentences.goal(rules)),
        _section(tr("Box"), setup_sentences.box(rules)),
        _section(tr("Dice"), setup_sentences.throwing(rules)),
        _section(tr("Tiles"), move_sentences.allowed(rules)),
        _section(tr("Turn"), move_sentences.turn(rules)),
        _section(tr("Score"), result_sentences.scoring(rules)),
        _section(tr("Winning"), result_sentences.winning(rules)),
        _section(tr("Stakes"), result_sentences.paying(rules)),
        _section(tr("Sensors"), _sensors(rules)),
    )
    return tuple(section for section in found if section.sentences)


def _section(title: str, sentences: Iterable[RuleSentence]) -> RuleSection:
    return RuleSection(title, tuple(sentences))


def _sensors(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield what differs from classic in how the box looks at its levers (R4.2, R4.7, R4.11)."""
    usual = RuleSet()
    if rules.bump_ms != usual.bump_ms:
        text = tr(
            "A tile that is back in its place within {time} ms has not moved.",
            time=f"{rules.bump_ms:g}",
        )
        yield RuleSentence(text, ("bump_ms",), aside=True)
    if rules.act_ms != usual.act_ms:
        if rules.act_ms:
            text = tr(
                "Tiles that move within {time} ms of each other are judged together.",
                time=f"{rules.act_ms:g}",
            )
        else:
            text = tr("Each tile is judged by itself, even if the box is knocked over.")
        yield RuleSentence(text, ("act_ms",), aside=True)
    if rules.settle_ms != usual.settle_ms:
        text = tr(
            "A move that could still become a larger one stands after {time} ms.",
            time=f"{rules.settle_ms:g}",
        )
        yield RuleSentence(text, ("settle_ms",), aside=True)
