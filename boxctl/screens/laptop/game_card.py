"""The picture that presents a game: its names, its box, what is special, an example throw.

With it the words for changed settings: what a stake means, the next value, and which change to set
back if some contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from boxctl.presentation.game_names import name_of_game, summary_in_words
from boxctl.presentation.phrases import WRITTEN, amount, capital, names
from boxctl.presentation.rule_page.page import GameTitle, game_title
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.variant_names import folded
from boxctl.rules.variants import load, variant
from boxctl.screens.laptop.house_habits import Changes
from boxctl.screens.laptop.player_roster import player_limits
from boxctl.screens.laptop.unfinished_matches import UnfinishedMatch
from boxctl.screens.pictures.box.box_plan import small_box
from boxctl.screens.pictures.picture import Glyphs, Picture, Row, Span, fit, on_ground, width_of
from boxctl.screens.pictures.table_plan import rules_picture
from groundwork.language import tr, tr_n
from groundwork.local_time import told_time

LEAST_CARD = 4
"""A card of fewer lines has only the sentence about what is special."""

LEAST_BOX = 4
"""A box is drawn only if it can have so many lines."""

MOST_BOX = 24
"""The most lines of a box that has the rules below it."""

MOST_BOX_ALONE = 36
"""The most lines of a box without rules below it."""

LEAST_RULES = 10
"""Rules are drawn only if they can have so many lines."""

LEAST_FOR_NAMES = 24
"""A card of fewer lines cuts the names of a game after one line: the box needs the others."""

WIDEST_TEXT = 76
"""The most columns of a paragraph, so that it reads well."""


def game_card(
    name: str,
    rules: RuleSet,
    facts: Sequence[str],
    columns: int,
    lines: int,
    glyphs: Glyphs,
    *,
    rules_beside: bool = False,
) -> Picture:
    """Present a variant in at most so many columns and lines; the box takes what words leave.

    ``rules`` are the variant's with the changes that were made; ``facts`` are about it in this
    house. With ``rules_beside`` the rules are drawn elsewhere, and the box has their room.
    """
    known = load(name)
    named = game_title(known)
    wide = min(columns, WIDEST_TEXT)
    if lines < LEAST_CARD:
        return tuple(_paragraph(summary_in_words(known), wide, "newest"))[:lines]
    head = [
        (Span(fit(named.name, columns), "turn"),),
        *_names(named, columns, lines),
    ]
    words = [
        *_paragraph(summary_in_words(known), wide, "newest"),
        *_paragraph(known.told("example"), wide, "plain"),
        (Span(fit(", ".join((capital(player_limits(rules).in_words), *facts)), columns), "dark"),),
    ]
    most = MOST_BOX_ALONE if rules_beside else MOST_BOX
    box = _box(rules, columns, lines - len(head) - len(words), glyphs, most)
    card = (*head, *box, *words)
    told = () if rules_beside else _rules_told(rules, wide, lines - len(card))
    return (*card, *told)[:lines]


def rules_card(rules: RuleSet, columns: int, lines: int, _glyphs: Glyphs) -> Picture:
    """Tell the rules under a heading: as many whole sections as there is room for, maybe none."""
    told = rules_picture(rules, columns, lines - 1)
    rows = ((Span(tr("The rules"), "turn"),), *told) if told else ()
    blank: Picture = ((),) * max(0, lines - len(rows))
    return tuple(on_ground(row, "panel", columns) for row in (*rows, *blank))


def resume_card(match: UnfinishedMatch, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    """Present a match that can be resumed."""
    chosen, game = match.chosen, name_of_game(match.chosen.variant, match.chosen.rules)
    title = tr("Go on with match {match}: {variant}", match=match.number, variant=game)
    told = tr(
        "Match {match} was interrupted: {variant}, {players}, begun {time}. "
        "ENTER goes on with it where it stood.",
        match=match.number,
        variant=game,
        players=names(chosen.players, WRITTEN),
        time=told_time(match.began),
    )
    return _card_of(title, told, chosen.rules, columns, lines, glyphs)


def first_match_card(rules: RuleSet, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    """Present the guided first match."""
    told = tr(
        "A match against a robot that explains itself as it goes: what a throw allows, what the "
        "referee does about a wrong move, how a turn ends, who wins. The dice are arranged, so "
        "that everything comes up once, and it counts nowhere. ENTER begins."
    )
    return _card_of(tr("Your first match"), told, rules, columns, lines, glyphs)


def puzzles_card(game: str, rules: RuleSet, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    """Present the puzzles of a game."""
    told = tr(
        "A box, a throw, and one move that is better than all others: which one, and why? Up to "
        "fifty for each game; from the list of games F7 asks those of the one that is chosen. "
        "ENTER begins."
    )
    title = tr("Puzzles: {game}", game=game)
    return _card_of(title, told, rules, columns, lines, glyphs)


def _card_of(
    title: str, told: str, rules: RuleSet, columns: int, lines: int, glyphs: Glyphs
) -> Picture:
    """Put a box between a title and a paragraph."""
    head = [(Span(fit(title, columns), "turn"),)]
    words = list(_paragraph(told, min(columns, WIDEST_TEXT), "plain"))
    box = _box(rules, columns, lines - len(head) - len(words), glyphs, MOST_BOX_ALONE)
    return (*head, *box, *words)[:lines]


def facts_in_words(played: int, minutes: int) -> tuple[str, ...]:
    """Return the facts about a game in this house; 0 stands for an unknown one."""
    facts = []
    if minutes:
        facts.append(tr_n("about one minute", "about {minutes} minutes", minutes, minutes=minutes))
    if played:
        facts.append(tr_n("played once here", "played {count} times here", played, count=played))
    return tuple(facts)


def notice_card(said: str, columns: int, lines: int, _glyphs: Glyphs) -> Picture:
    """Draw a sentence in place of a game."""
    return ((), *_paragraph(said, min(columns, WIDEST_TEXT), "plain"))[:lines]


def _names(named: GameTitle, columns: int, lines: int) -> Iterator[Row]:
    """Yield the variant's own name and its other names, unless they are in the title.

    A card of few ``lines`` has one line of them.
    """
    told = [] if folded(named.variant) == folded(named.name) else [named.variant]
    if also := named.also():
        told.append(also)
    if told and lines < LEAST_FOR_NAMES:
        yield (Span(fit(", ".join(told), columns), "dark"),)
    elif told:
        yield from _paragraph(", ".join(told), columns, "dark")


def _paragraph(text: str, columns: int, ink: str) -> Iterator[Row]:
    for line in wrap(text, max(1, columns), break_on_hyphens=False):
        yield (Span(line, ink),)


def _rules_told(rules: RuleSet, columns: int, lines: int) -> Picture:
    """Tell the rules below the card: as many whole sections as there is room for."""
    told = rules_picture(rules, columns, lines - 1) if lines >= LEAST_RULES else ()
    return ((), *told) if told else ()


def _box(rules: RuleSet, columns: int, lines: int, glyphs: Glyphs, most: int) -> Picture:
    """Draw the box with a line above and one below, if there is room for them."""
    free = lines - 2 if lines >= LEAST_BOX + 2 else lines
    if free < LEAST_BOX:
        return ()
    box = small_box(rules, columns, min(free, most), glyphs)
    wide = max(map(width_of, box), default=0)
    if len(box) > lines or wide > columns:
        return ()
    indent = Span(" " * ((columns - wide) // 2))
    gap: Picture = ((),) if len(box) + 2 <= lines else ()
    return (*gap, *((indent, *row) for row in box), *gap)


def stake_words(rules: RuleSet, players: int) -> tuple[str, str]:
    """Explain the stake of the rules for so many players, at length and in few words."""
    if not rules.stake:
        return tr("nobody plays for money"), tr("without money")
    each = amount(rules.stake, rules.currency)
    pool = amount(rules.stake * players, rules.currency)
    if players == 1:
        return tr("whoever plays alone wins it back"), tr("you win it back")
    at_length = tr("each puts in {each}: the pool is {pool}", each=each, pool=pool)
    return at_length, tr("the pool is {pool}", pool=pool)


def next_answer(name: str, value: str) -> str | None:
    """Return the value after this one, cyclically; None if the next one is to be typed."""
    known = SETTINGS[name]
    answers = (*known.choices, None) if known.kind.is_typed else known.choices
    return answers[(answers.index(value) + 1) % len(answers)] if value in answers else answers[0]


def contradiction(name: str, changes: Changes) -> str:
    """Return how the changed settings of a variant contradict each other; empty if they do not."""
    try:
        check(with_settings(variant(name), changes))
    except RuleFault as fault:
        return fault.text
    return ""


def setting_to_set_back(name: str, changes: Changes) -> str | None:
    """Return the one change without which nothing contradicts, the latest; None if none is."""
    for cured, _value in reversed(changes):
        if not contradiction(name, tuple(each for each in changes if each[0] != cured)):
            return cured
    return None
