"""Plan the screen of a table: where box, announcement, hint, log, sheet and footer are.

The panel beside the box has the sheet, the facts of the turn, and below them the coach or the
rules: as many short sections as there is room for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from boxctl.presentation.rule_page.page import sections
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.pictures.box.box_plan import BoxPlan, plan_box
from boxctl.screens.pictures.picture import Glyphs, Picture, Row, Span, footer_key_at, footer_lines
from boxctl.screens.pictures.sheet_picture import facts_picture, heading, stacked
from boxctl.screens.pictures.view_model import FooterKey, TurnFact
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import kept_by_language, labelled, tr

LEAST_COLUMNS, LEAST_LINES = 40, 12
"""The least screen on which can be played."""

LEAST_FOR_LOG = 14
"""A screen of fewer lines has no log: the announcement needs its place."""

LEAST_FOR_LOG_TITLE = 5
"""A log of fewer lines has no title."""

LEAST_LOG_BELOW = 2
"""A log below the announcement keeps so many lines of those that a long sentence needs."""

RULES_BELOW_LOG = 30
"""The lines of the rules below a log that is beside the box, their heading included."""

LEAST_LOG = 20
"""The least lines that a log beside the box keeps when rules are drawn below it."""

LEAST_SIDE = 30
"""The score sheet beside the box is at least so many columns wide, its margins included."""

MOST_SIDE = 52

_WIDE = 150
"""The least columns of a screen with the log at the left of the box and the sheet at its right."""


@frozen_dataclass
class ScreenArea:
    """A rectangle of the screen, in columns and lines. The top line is 0."""

    left: int
    top: int
    columns: int
    lines: int

    def holds(self, column: int, line: int) -> bool:
        """Whether this place is within the area."""
        inside = self.left <= column < self.left + self.columns
        return inside and self.top <= line < self.top + self.lines


@frozen_dataclass
class TablePlan:
    """The places of everything on a screen of ``columns`` by ``lines``.

    ``box_area`` is where ``box`` is drawn. The sheet, the coach and the bench are in ``side``, and
    so are the rules where they have no place of their own (``rules``).
    """

    columns: int
    lines: int
    box: BoxPlan
    box_area: ScreenArea
    announcement: ScreenArea
    hint: ScreenArea
    log: ScreenArea
    side: ScreenArea
    rules: ScreenArea | None = None

    @property
    def too_small(self) -> bool:
        """Whether nothing can be played on this screen."""
        return self.columns < LEAST_COLUMNS or self.lines < LEAST_LINES

    @property
    def footer_lines(self) -> int:
        """The number of lines for the keys."""
        return footer_lines(self.columns, self.lines)

    @property
    def log_columns(self) -> int:
        """The width of the log in columns."""
        return self.log.columns

    @property
    def log_has_title(self) -> bool:
        """Whether a line of the log is taken by its title."""
        return self.log.lines >= LEAST_FOR_LOG_TITLE

    @property
    def log_lines(self) -> int:
        """The number of lines for the log, without its title."""
        return self.log.lines - self.log_has_title

    @property
    def side_columns(self) -> int:
        """The width of the score sheet in columns, without its margins."""
        return self.side.columns - 1 - self.side_margin

    @property
    def side_margin(self) -> int:
        """The columns between the left edge of the sheet's panel and the sheet."""
        return 1 if self.side.columns > LEAST_SIDE + 1 else 0

    @property
    def side_lines(self) -> int:
        """The number of lines for the score sheet, the coach or the bench."""
        return self.side.lines

    def with_announcement_of(self, lines: int) -> TablePlan:
        """Return the plan for an announcement of so many lines.

        A longer one than there is room for takes the upper lines of a log that is below it: the
        box stays where it is, and the log has the same words.
        """
        below = self.hint.top + self.hint.lines
        more = min(lines - self.announcement.lines, self.log.lines - LEAST_LOG_BELOW)
        if more <= 0 or (self.log.left, self.log.top) != (self.announcement.left, below):
            return self
        return replace(
            self,
            announcement=replace(self.announcement, lines=self.announcement.lines + more),
            hint=replace(self.hint, top=self.hint.top + more),
            log=replace(self.log, top=self.log.top + more, lines=self.log.lines - more),
        )

    def tile_at(self, column: int, line: int) -> int | None:
        """Return the tile that is drawn there, or None."""
        if self.too_small:
            return None
        return self.box.tile_at(column - self.box_area.left, line - self.box_area.top)

    def in_tray(self, column: int, line: int) -> bool:
        """Whether this is the felt on which the dice are thrown."""
        return self.box.on_felt(column - self.box_area.left, line - self.box_area.top)

    def footer_key_at(
        self, footer: Sequence[FooterKey], column: int, line: int
    ) -> FooterKey | None:
        """Return the key that is drawn there, or None."""
        top = self.lines - self.footer_lines
        return footer_key_at(footer, self.columns, self.footer_lines, column, line - top)


def plan_table(tiles: int, columns: int, lines: int) -> TablePlan:
    """Plan the table for a box of ``tiles`` tiles on a screen of this size."""
    if columns >= _WIDE and lines >= 30:
        return _box_between(tiles, columns, lines)
    if columns < 70 or lines * 9 > columns * 5:
        return _box_above(tiles, columns, lines)
    return _box_beside(tiles, columns, lines)


def _box_between(tiles: int, columns: int, lines: int) -> TablePlan:
    """Plan the box in the middle, the announcement below; log and rules left, the sheet right."""
    said = 5 if lines >= 45 else 3
    below = lines - footer_lines(columns, lines)
    box = plan_box(tiles, columns - 2 * (LEAST_SIDE + 6), below - said - 4)
    side = min(MOST_SIDE, (columns - box.columns) // 2 - 2)
    spare = below - 3 - box.lines - said
    top = 1 + spare // 2
    middle = columns - 2 * side - 2
    plaque = top + box.lines + (spare > 2)
    hint = min(below - 1, plaque + said + (spare > 4))
    beside = below - 2
    rules = RULES_BELOW_LOG if beside - RULES_BELOW_LOG > LEAST_LOG else 0
    log = beside - rules - bool(rules)
    return TablePlan(
        columns,
        lines,
        box,
        ScreenArea((columns - box.columns) // 2, top, box.columns, box.lines),
        ScreenArea(side + 1, plaque, middle, said),
        ScreenArea(side + 1, hint, middle, 1),
        ScreenArea(0, 1, side, log),
        ScreenArea(columns - side, 1, side, beside),
        ScreenArea(0, 2 + log, side, rules) if rules else None,
    )


def _box_beside(tiles: int, columns: int, lines: int) -> TablePlan:
    """Plan the box at the left and the sheet beside it; the announcement and the log below."""
    said = 2 if lines < 30 else 3
    footer = footer_lines(columns, lines)
    log = max(4, lines // 6 + 1 - footer)
    box = plan_box(tiles, columns - LEAST_SIDE, lines - 2 - footer - said - log)
    side = min(MOST_SIDE, columns - box.columns)
    room = columns - side
    below = 1 + box.lines
    return TablePlan(
        columns,
        lines,
        box,
        ScreenArea((room - box.columns) // 2, 1, box.columns, box.lines),
        ScreenArea(0, below, columns, said),
        ScreenArea(0, below + said, columns, 1),
        ScreenArea(0, below + said + 1, columns, lines - below - said - 1 - footer),
        ScreenArea(room, 1, side, box.lines),
    )


def _box_above(tiles: int, columns: int, lines: int) -> TablePlan:
    """Plan the box over the whole width; the announcement, the log and the sheet below."""
    said = 3 if lines >= 40 or lines < LEAST_FOR_LOG else 2
    footer = footer_lines(columns, lines)
    least = 0 if lines < LEAST_FOR_LOG else max(1, min(lines // 4, lines - 14))
    box = plan_box(tiles, columns, max(3, lines - 2 - footer - said - least))
    below = 1 + box.lines
    top = below + said + 1
    rest = max(0, lines - top - footer)
    if columns >= 60:
        side = max(LEAST_SIDE, columns * 2 // 5)
        log = ScreenArea(0, top, columns - side, rest)
        sheet = ScreenArea(columns - side, top, side, rest)
    else:
        sheet = ScreenArea(0, top, columns, rest // 2)
        log = ScreenArea(0, top + rest // 2, columns, rest - rest // 2)
    return TablePlan(
        columns,
        lines,
        box,
        ScreenArea(max(0, (columns - box.columns) // 2), 1, box.columns, box.lines),
        ScreenArea(0, below, columns, said),
        ScreenArea(0, below + said, columns, 1),
        log,
        sheet,
    )


LEAST_BESIDE = 50
"""The least columns for the text of a section beside its title; with fewer it follows the title."""


@kept_by_language(64)
def rules_picture(rules: RuleSet, columns: int, lines: int) -> Picture:
    """Draw as many whole sections as fit into so many columns and lines; maybe none."""
    found = sections(rules)
    indent = max((len(section.title) for section in found), default=0) + 2
    beside = columns >= LEAST_BESIDE
    rows: list[Row] = []
    for section in found:
        text = " ".join(sentence.text for sentence in section.sentences)
        if beside:
            broken = wrap(text, columns - indent, break_on_hyphens=False)
            heads = (f"{section.title:<{indent}}", *(" " * indent,) * len(broken))
            block: list[Row] = [
                (Span(head, "hint"), Span(line, "dark"))
                for head, line in zip(heads, broken, strict=False)
            ]
        else:
            said = labelled(section.title, text)
            broken = wrap(said, max(1, columns), break_on_hyphens=False)
            title = len(said) - len(text) - 1
            block = [(Span(broken[0][:title], "hint"), Span(broken[0][title:], "dark"))]
            block += [(Span(line, "dark"),) for line in broken[1:]]
        if len(rows) + len(block) > lines:
            break
        rows += block
    return tuple(rows)


def below_sheet(
    sheet: Picture,
    facts: Sequence[TurnFact],
    below: Picture,
    columns: int,
    lines: int,
    glyphs: Glyphs,
) -> Picture:
    """Put the facts of the turn between the sheet and what is below, if there is room for all."""
    drawn = facts_picture(facts, columns, glyphs)
    if len(sheet) + len(drawn) + len(below) > lines:
        drawn = ()
    return stacked((sheet, drawn, below), lines)


def with_rules(
    sheet: Picture, facts: Sequence[TurnFact], rules: RuleSet, plan: TablePlan, glyphs: Glyphs
) -> Picture:
    """Put the rules below the sheet and the facts, unless the plan has another place for them."""
    columns, lines = plan.side_columns, plan.side_lines
    above = below_sheet(sheet, facts, (), columns, lines, glyphs)
    if plan.rules is not None:
        return above
    told = _rules_in(rules, columns, lines - len(above) - 1, glyphs)
    return stacked((above, told), lines)


def rules_beside(rules: RuleSet, plan: TablePlan, glyphs: Glyphs) -> Picture:
    """Draw the rules for their own place; nothing where the plan has none."""
    if plan.rules is None:
        return ()
    return _rules_in(rules, plan.rules.columns, plan.rules.lines, glyphs)


def _rules_in(rules: RuleSet, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    told = rules_picture(rules, columns - 2, lines - 1)
    if not told:
        return ()
    return (heading(tr("The rules"), columns, glyphs), *((Span(" "), *row) for row in told))
