"""``boxctl rules card``: the rules of a variant on a card, as SVG or PDF."""

from __future__ import annotations

from boxctl.cli.drawing_file import svg_or_pdf, write_drawing
from boxctl.cli.options import Options, VariantName, chosen_rules, with_those_named
from boxctl.presentation.card import card_of
from boxctl.presentation.drawing.shapes import svg
from boxctl.rules.contradictions import check
from boxctl.rules.variants import load
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
