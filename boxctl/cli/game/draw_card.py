"""``boxctl rules card``: the rules of a variant on a card, as SVG or PDF."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from boxctl.cli.options import Options, VariantName, chosen_rules
from boxctl.presentation.card.layout import card
from boxctl.presentation.card.pdf import pdf
from boxctl.presentation.card.svg import svg
from boxctl.presentation.phrases import eye
from boxctl.presentation.rule_page.title import game_title
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import load
from groundwork.language import current, tr
from groundwork.printing import print_lines


def draw(arguments: list[str]) -> int:
    """Write the card to the file, or SVG to standard output."""
    options = Options("rules card", tr("The rules on a card of A5, to hang beside the box."))
    options.add_argument("name", metavar="NAME", action=VariantName)
    options.add_set()
    options.add_argument(
        "--output",
        metavar="FILE",
        type=_svg_or_pdf,
        help=tr("write it there, as .svg or .pdf (default: SVG on standard output)"),
    )
    given = options.parse_args(arguments)
    rules = chosen_rules(given.name, given.changes)
    check(rules)
    style = eye(current())
    drawing = card(game_title(load(given.name), style), rules, style)
    if given.output is None:
        print_lines(*svg(drawing, style.language.code).splitlines())
        return 0
    if given.output.suffix.lower() == ".pdf":
        _write(given.output, pdf(drawing, style.language.code))
    else:
        _write(given.output, svg(drawing, style.language.code).encode())
    print_lines(tr("The card is in {file}.", file=given.output))
    return 0


def _svg_or_pdf(name: str) -> Path:
    path = Path(name)
    if path.suffix.lower() not in (".svg", ".pdf"):
        raise ArgumentTypeError(tr("{name} ends in neither .svg nor .pdf", name=name))
    return path


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as why:
        reason = why.strerror if isinstance(why, OSError) else tr("no file has such a name")
        raise RuleFault(
            "BX707", tr("{path} cannot be written: {strerror}", path=path, strerror=reason)
        ) from None
