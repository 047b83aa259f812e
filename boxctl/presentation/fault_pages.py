"""The page of the faults, read as data: a section for each code. Pure.

It is ``docs/faults.md``, or ``docs/faults.de.md`` in German, which is Markdown; a terminal shows it
without its signs and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message

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
