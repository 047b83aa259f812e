"""``boxctl explain``: what a fault code means and what to do about it, or what a rule says."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from boxctl.cli import BadOption
from boxctl.cli.commands import docs_folder, page_in
from boxctl.cli.game.explain_rule import explain_rule, typed_rule
from boxctl.cli.options import Options
from boxctl.cli.terminal import terminal_columns
from boxctl.presentation.fault_pages import (
    CURE,
    FaultPage,
    fault_pages,
    in_terminal,
    page_of,
    pages_near,
    plain,
    with_translations,
)
from groundwork.faults import os_reason
from groundwork.language import all_of, current, tr
from groundwork.printing import print_lines

PAGE = "faults.md"
DISTRIBUTION = "boxctl-referee"

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""


def run(arguments: list[str]) -> int:
    """Print the page of a code or a rule; without one, every code with its title, by groups."""
    given = options().parse_args(arguments)
    rule = None if given.code is None else typed_rule(given.code)
    if rule is not None:
        explain_rule(rule, columns=_columns(), as_json=given.json)
        return 0
    pages = _pages()
    if given.code is None:
        _print_list(pages, as_json=given.json)
        return 0
    page = page_of(pages, given.code)
    if page is None:
        raise _no_such_fault(given.code, pages)
    if given.json:
        print_lines(json.dumps({"code": page.code, "title": page.title, "text": page.text}))
    else:
        print_lines(f"{page.code}  {plain(page.title)}", "", *_told(page))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("explain")
    options.add_argument(
        "code",
        metavar="CODE",
        nargs="?",
        help=tr(
            "the code, such as BX404, bx404 or 404 (default: list them all); a rule of the rule "
            "book such as R3.3, a section such as R3, or R for all sections"
        ),
    )
    options.add_json()
    return options


def known_codes() -> tuple[str, ...]:
    """Return every code in order, none if the documentation is not installed."""
    try:
        return tuple(fault_pages(_read(_docs() / PAGE)))
    except BadOption:
        return ()


def _pages() -> dict[str, FaultPage]:
    """Read the sections in the language in force; those that are not translated are English.

    Raises :class:`BadOption` if the documentation is not installed.
    """
    docs, code = _docs(), current().code
    english = fault_pages(_read(docs / PAGE))
    translation = docs / page_in(PAGE, code)
    if code == "en" or not translation.exists():
        return english
    return with_translations(english, fault_pages(_read(translation), code))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadOption(
            tr("{path} cannot be read: {why}.", path=path, why=os_reason(problem))
        ) from None


def _docs() -> Path:
    """Find the documentation: where boxctl usually puts it, or where pip says that it has."""
    usual = Path(docs_folder())
    if (usual / PAGE).exists():
        return usual
    # Only an installation in an unusual place has to be asked for: this takes long to import.
    from importlib.metadata import PackageNotFoundError, files

    try:
        installed = files(DISTRIBUTION) or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.as_posix().endswith(f"share/doc/boxctl/{PAGE}"):
            return Path(os.path.realpath(str(file.locate()))).parent
    return usual


def _no_such_fault(code: str, pages: Mapping[str, FaultPage]) -> BadOption:
    near = pages_near(pages, code)
    if not near:
        return BadOption(
            tr('there is no fault "{code}": boxctl explain lists them all.', code=code)
        )
    return BadOption(
        tr(
            'there is no fault "{code}", but {codes}: boxctl explain lists them all.',
            code=code,
            codes=all_of(f"{page.code} ({plain(page.title)})" for page in near),
        )
    )


def _print_list(pages: Mapping[str, FaultPage], *, as_json: bool) -> None:
    if as_json:
        listed = [{"code": page.code, "title": page.title} for page in pages.values()]
        print_lines(json.dumps({"faults": listed}))
    else:
        print_lines(*_listed(pages))


def _listed(pages: Mapping[str, FaultPage]) -> Iterator[str]:
    for group, members in groupby(pages.values(), key=lambda page: page.group):
        yield _group(group)
        yield from (f"  {page.code}  {plain(page.title)}" for page in members)
        yield ""
    yield tr("boxctl explain CODE tells what one means and what to do.")
    yield tr("boxctl explain R lists the sections of the rule book, R3 their rules, R3.3 one.")


def _group(first: str) -> str:
    match first:
        case "1":
            return tr("Commands and their output")
        case "2":
            return tr("Rules, players and events")
        case "3":
            return tr("box.toml")
        case "4":
            return tr("Pins, lamps, displays and sound")
        case "5":
            return tr("Boards and rollers")
        case "6":
            return tr("The journal and the key")
        case "7":
            return tr("The odds")
        case "75":
            return tr("The pages and the broker")
        case "8":
            return tr("Watching a match")
        case "9":
            return tr("The machine, as boxctl doctor finds it")
        case _:
            return tr("Others")


def _columns() -> int:
    return min(WIDEST, terminal_columns())


def _told(page: FaultPage) -> Iterator[str]:
    is_translated = page.language != "en"
    cure = tr(CURE) if is_translated else CURE
    yield from in_terminal(page.text, _columns(), cure)
    yield ""
    if not is_translated and current().code != "en":
        yield tr("This page is in English.")
    yield tr("read on: {page}", page=_docs() / page_in(PAGE, page.language))
