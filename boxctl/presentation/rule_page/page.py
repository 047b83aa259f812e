"""The rules of a match as a page of text: a title, then sections as a player needs them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from textwrap import wrap
from types import MappingProxyType

from boxctl.presentation.phrases import WRITTEN, points_by_player
from boxctl.presentation.rule_page import move_sentences, result_sentences, setup_sentences
from boxctl.presentation.rule_page.setup_sentences import RuleSection, RuleSentence, declared
from boxctl.rules.match_settings import MATCH, MONEY, SENSORS
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.setting_kinds import TURN
from boxctl.rules.settings import written
from boxctl.rules.tiles import tile
from boxctl.rules.turn_settings import BOX
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import besides
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import commas, tr

MOST_IN_A_ROW = 12


def rows_of_tiles(tiles: int) -> list[range]:
    """Return the tiles 1 to ``tiles`` in as few rows as possible, equally long but for the last."""
    rows = -(-tiles // MOST_IN_A_ROW)
    in_a_row = -(-tiles // rows)
    return [
        range(first, min(first + in_a_row, tiles + 1)) for first in range(1, tiles + 1, in_a_row)
    ]


def sections(rules: RuleSet) -> tuple[RuleSection, ...]:
    """Return everything that a player has to know.

    The rules must not contradict each other.
    """
    found = (
        _section(tr("Goal"), setup_sentences.goal(rules)),
        _section(tr("Box"), setup_sentences.box(rules), declared(rules, BOX)),
        _section(tr("Dice"), setup_sentences.throwing(rules)),
        _section(tr("Tiles"), move_sentences.allowed(rules)),
        _section(tr("Turn"), move_sentences.turn(rules), declared(rules, TURN)),
        _section(tr("Score"), result_sentences.scoring(rules)),
        _section(tr("Winning"), result_sentences.winning(rules), declared(rules, MATCH)),
        _section(tr("Stakes"), result_sentences.paying(rules), declared(rules, MONEY)),
        _section(tr("Sensors"), _sensors(rules), declared(rules, SENSORS)),
    )
    return tuple(section for section in found if section.sentences)


NOBODYS: Mapping[str, int] = MappingProxyType({})
"""The handicaps where nobody has one (R7.16)."""


def handicap_section(handicap: Mapping[str, int]) -> RuleSection:
    """Return who has which handicap (R7.16); without a sentence where nobody has one."""
    given = points_by_player(handicap, WRITTEN)
    text = tr("{handicaps} more for each turn, when scores are compared.", handicaps=given)
    return RuleSection(tr("Handicap"), (RuleSentence(text, ()),) if handicap else ())


def _section(title: str, *sentences: Iterable[RuleSentence]) -> RuleSection:
    return RuleSection(title, tuple(chain.from_iterable(sentences)))


def _sensors(rules: RuleSet) -> Iterator[RuleSentence]:
    """Yield how the box looks at its levers where it differs from classic (R4.2, R4.7, R4.11)."""
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


DIFFERS = "*"
"""Marks what is not as in the classic game."""

WIDTH = 80
"""The most columns that a line may take."""


def rule_page(rules: RuleSet, handicap: Mapping[str, int] = NOBODYS) -> Iterator[str]:
    """Yield the lines of the page, which mark where the rules differ from the classic game.

    The rules must not contradict each other. ``handicap`` has those who have one (R7.16).
    """
    yield from box_lines(rules)
    told = (*sections(rules), handicap_section(handicap))
    found = [section for section in told if section.sentences]
    indent = max(len(section.title) for section in found) + 2
    usual, changed = written(RuleSet()), False
    for section in found:
        yield ""
        title = section.title
        for sentence in section.sentences:
            is_other = differs(sentence, rules, usual)
            changed = changed or is_other
            mark = DIFFERS if is_other else " "
            for line in wrap(sentence.text, WIDTH - indent - 2, break_on_hyphens=False):
                yield f"{title:<{indent}}{mark} {line}".rstrip()
                title, mark = "", " "
    if changed:
        explained = tr("not as in the classic game")
        yield from ("", f"{DIFFERS} {explained}")


def differs(sentence: RuleSentence, rules: RuleSet, usual: dict[str, str]) -> bool:
    """Return whether a sentence tells of a setting that has another value than in ``usual``."""
    now = written(rules)
    return any(now[name] != usual[name] for name in sentence.settings)


def box_lines(rules: RuleSet) -> Iterator[str]:
    """Yield the box as it stands at the start, in rows of at most twelve tiles."""
    for tiles in rows_of_tiles(rules.tiles):
        drawn = [_tile(number, up=bool(rules.in_play & tile(number))) for number in tiles]
        for line in zip(*drawn, strict=True):
            yield f"  {' '.join(line)}".rstrip()


def _tile(number: int, *, up: bool) -> tuple[str, str, str]:
    if up:
        return " ___ ", f"|{number:^3}|", "|___|"
    return "     ", "     ", f"[{number:_^3}]"


@frozen_dataclass
class GameTitle:
    """The name that players know, the further names, and the one that boxctl lists it by."""

    name: str
    others: tuple[str, ...]
    variant: str

    @property
    def changed(self) -> GameTitle:
        """The title of this game with changed rules, which is not called by its further names."""
        return GameTitle(tr("{title}, changed", title=self.name), (), self.variant)

    def also(self) -> str:
        """Return the further names in a clause; empty if there is none."""
        if not self.others:
            return ""
        return tr("also called {names}", names=commas(self.others))

    def lines(self, width: int = 80) -> Iterator[str]:
        """Yield the title as lines of text."""
        yield f"{self.name} ({self.variant})"
        yield from wrap(self.also(), width, break_on_hyphens=False)


def game_title(known: Variant) -> GameTitle:
    """Return the title of a variant in the language in use; in another than English, that too."""
    name, *others = known.names
    # What a house calls its own game in another language is no other name of it.
    english = [] if known.is_of_house else [known.title]
    return GameTitle(name, besides((name, known.name), (*english, *others)), known.name)
