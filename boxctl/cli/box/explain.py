"""``boxctl explain``: what a fault code means and what to do about it, or what a rule says."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from boxctl.cli import BadOption
from boxctl.cli.commands import docs_folder, page_in
from boxctl.cli.game.explain_rule import explain_rule, typed_rule
from boxctl.cli.options import Options
from boxctl.cli.terminal import terminal_columns
from groundwork.faults import os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, current, message, tr
from groundwork.printing import print_lines

_SECTION = re.compile(r"^## (BX\d{3}) (.*)$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
_EMPHASIS = re.compile(r"(?<![\w*])\*{1,2}(\S(?:[^*]*\S)?)\*{1,2}(?![\w*])")
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"(?:BX[\s-]*)?(\d{3})[:.]?", re.IGNORECASE)
_LIKE_A_CODE = re.compile(r"B?X?[\s-]*([\dO]{3})[:.]?", re.IGNORECASE)

CURE = message("What to do:")
"""The beginning of the paragraph that says what to do."""


@frozen_dataclass
class FaultPage:
    """The section of one code, in Markdown; ``language`` is the one that it is written in."""

    code: str
    title: str
    text: str
    language: str = "en"

    @property
    def group(self) -> str:
        """The beginning of the code, which stands for what the fault is about."""
        begin = self.code[2:4]
        return "75" if begin in ("75", "76") else begin[0]


def fault_pages(document: str, language: str = "en") -> dict[str, FaultPage]:
    """Return the sections of a page, which is in this ``language``, by their codes, in order."""
    _before, *parts = _SECTION.split(_COMMENT.sub("", document))
    sections = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return {
        code: FaultPage(code, title.strip(), text.strip(), language)
        for code, title, text in sections
    }


def with_translations(
    english: Mapping[str, FaultPage], translated: Mapping[str, FaultPage]
) -> dict[str, FaultPage]:
    """Return every English section, in order, with its translation in its place if it has one."""
    return {code: translated.get(code, page) for code, page in english.items()}


def page_of(pages: Mapping[str, FaultPage], typed: str) -> FaultPage | None:
    """Return the page of a code as people type or copy it: ``BX409``, ``bx 409:`` or ``409``."""
    found = _TYPED.fullmatch(typed.strip())
    return None if found is None else pages.get(f"BX{found[1]}")


def pages_near(pages: Mapping[str, FaultPage], typed: str) -> list[FaultPage]:
    """Return up to three pages whose codes are what was typed but for one figure at most."""
    found = _LIKE_A_CODE.fullmatch(typed.strip())
    if found is None:
        return []
    figures = found[1].upper().replace("O", "0")

    def wrong(code: str) -> list[bool]:
        return [one != other for one, other in zip(figures, code[2:], strict=True)]

    # The first figure says what the fault is about, so it is rarely the wrong one.
    near = sorted((wrong(code), code) for code in pages if sum(wrong(code)) < 2)
    return [pages[code] for _wrong, code in near[:3]]


def in_terminal(text: str, columns: int, cure: str = CURE) -> Iterator[str]:
    """Yield the lines of a section for a terminal of this width: paragraphs, lists and code.

    What begins with ``cure``, which is :data:`CURE` in the language of the section, begins a line.
    """
    for place, block in enumerate(re.split(r"\n\s*\n", text.strip())):
        if place:
            yield ""
        lines = block.splitlines()
        if all(line.startswith("    ") for line in lines) or block.startswith("```"):
            yield from (line for line in lines if not line.startswith("```"))
        else:
            for item in _items(lines, cure):
                yield from _wrapped(item, columns)


def plain(text: str) -> str:
    """Return a line of Markdown as text: a link with its address behind it, no other signs."""
    return _EMPHASIS.sub(r"\1", _LINK.sub(_link, text)).replace("`", "")


def _items(lines: Sequence[str], cure: str) -> Iterator[str]:
    """Yield each item of a list, or the paragraph, as one line."""
    item: list[str] = []
    for line in lines:
        if item and (line.startswith(cure) or _is_item(line)):
            yield " ".join(item)
            item = []
        item.append(line.strip())
    yield " ".join(item)


def _is_item(line: str) -> bool:
    return line.startswith(("- ", "* ", "| ")) or re.match(r"\d+\. ", line) is not None


def _wrapped(item: str, columns: int) -> list[str]:
    hanging = "  " if item.startswith("- ") else ""
    return wrap(
        plain(item),
        columns,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _link(found: re.Match[str]) -> str:
    words, target = found[1].replace("`", ""), found[2].partition("#")[0]
    if not target or target == words:
        return words
    return f"{words} ({target})"


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
