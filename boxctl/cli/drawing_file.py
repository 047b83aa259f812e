"""Write drawings to a file that people print."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path

from boxctl.cli import BadOption
from boxctl.cli.options import Options, path_of_file
from boxctl.presentation.drawing.pdf import can_draw_png, pdf, png
from boxctl.presentation.drawing.shapes import Drawing, stacked, svg
from boxctl.rules.faults import RuleFault
from groundwork.faults import cure_for_writing, os_reason
from groundwork.installation import install_command
from groundwork.language import tr
from groundwork.system.files import write_whole


def svg_or_pdf(name: str) -> Path:
    """Read the argument of ``--output``. Raises ArgumentTypeError for any other kind of file."""
    path = path_of_file(name)
    if path.suffix.lower() not in (".svg", ".pdf"):
        raise ArgumentTypeError(tr("{name} ends in neither .svg nor .pdf", name=name))
    return path


def drawing_file(name: str) -> Path:
    """Read the argument of an ``--output`` that may be a picture, too.

    Raises ArgumentTypeError for any other kind of file, and :class:`BadOption` for a picture if
    what draws it is missing.
    """
    path = path_of_file(name)
    kind = path.suffix.lower()
    if kind not in (".svg", ".pdf", ".png"):
        raise ArgumentTypeError(tr("{name} ends in none of .pdf, .png and .svg", name=name))
    if kind == ".png" and not can_draw_png():
        raise BadOption(
            tr(
                "a picture needs the extra that draws it: {command} gets it. .pdf and .svg "
                "need none.",
                command=install_command("card"),
            )
        )
    return path


def add_paper(options: Options) -> None:
    """Add ``--paper`` for a card."""
    from boxctl.presentation.score_card.paper import SHEETS  # other drawings are no cards

    options.add_argument(
        "--paper", choices=tuple(SHEETS), default="a5", help=tr("how large it is (default: a5)")
    )


def write_drawing(path: Path, pages: Sequence[Drawing], language: str) -> None:
    """Write PDF with a page for each drawing, or SVG with all of them below each other.

    A picture has them so, too. ``path`` ends in ``.svg``, ``.pdf`` or ``.png``. Raises
    :class:`RuleFault` (BX707) if it cannot be written.
    """
    if path.suffix.lower() == ".pdf":
        content = pdf(pages, language)
    elif path.suffix.lower() == ".png":
        content = png(stacked(pages), language)
    else:
        content = svg(stacked(pages), language).encode()
    try:
        write_whole(path, content)
    except (OSError, ValueError) as why:
        reason = os_reason(why) if isinstance(why, OSError) else tr("no file has such a name")
        raise RuleFault(
            "BX707",
            tr("{path} cannot be written: {strerror}", path=path, strerror=reason),
            cure_for_writing(why),
        ) from None
