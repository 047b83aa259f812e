"""The panel beside a box: score sheet, facts of the turn, and the coach or the rules below them."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.ruleset import RuleSet
from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.panel import facts_picture, heading, stacked
from boxctl.screens.pictures.picture import Picture, Span
from boxctl.screens.pictures.rules_picture import rules_picture
from boxctl.screens.pictures.table_plan import TablePlan
from boxctl.view.turn_facts import TurnFact
from groundwork.language import tr


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
