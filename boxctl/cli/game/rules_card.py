"""``boxctl rules card``: the rules of a variant on a card, as SVG or PDF."""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.cli.drawing_file import svg_or_pdf, write_drawing
from boxctl.cli.options import Options, VariantName, chosen_rules, with_those_named
from boxctl.presentation.card import CardMarks, card, command_to_print
from boxctl.presentation.drawing.shapes import Drawing, svg
from boxctl.presentation.rule_page.page import NOBODYS, game_title
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variants import base_in_project, load
from groundwork.language import current, tr
from groundwork.printing import print_lines


def draw(arguments: list[str]) -> int:
    """Write the card to the file, or SVG to standard output."""
    given = options().parse_args(arguments)
    rules = chosen_rules(given.name, given.changes)
    rules, handicap = with_those_named(rules, given.handicap)
    check(rules)
    drawing = card_of(load(given.name), rules, handicap)
    if given.output is None:
        print_lines(*svg(drawing, current().code).splitlines())
        return 0
    write_drawing(given.output, [drawing], current().code)
    print_lines(tr("The card is in {file}.", file=given.output))
    return 0


def card_of(known: Variant, rules: RuleSet, handicap: Mapping[str, int] = NOBODYS) -> Drawing:
    """Draw the card of a variant, or of changed rules, which are called so and marked.

    ``handicap`` has those who have one (R7.16).
    """
    base, title = base_in_project(known), game_title(known)
    usual = with_settings(RuleSet(), base.settings.items())
    if changed_from(with_settings(RuleSet(), known.settings.items()), rules):
        title = title.changed
    elif not known.is_of_house:
        return card(title, rules, handicap=handicap)
    command = command_to_print(base.name, changed_from(usual, rules), handicap)
    marks = CardMarks(usual, base.told("title"), command)
    return card(title, rules, marks, handicap)


def options() -> Options:
    """Return the options of the command."""
    options = Options("rules card", tr("The rules on a card of A5, to hang beside the box."))
    options.add_argument("name", metavar="NAME", action=VariantName)
    options.add_set()
    options.add_handicap()
    options.add_argument(
        "--output",
        metavar="FILE",
        type=svg_or_pdf,
        help=tr("write it there, as .svg or .pdf (default: SVG on standard output)"),
    )
    return options
