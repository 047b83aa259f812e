"""The translations of ``docs/faults.md``, each held against the English page section by section.

A section of a translation has a stamp below its heading, ``<!-- English 1a2b3c4d -->``: a hash of
the English section that it translates. When that section changes, the stamp no longer fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from boxctl.cli.box.explain import CURE
from groundwork.language import language as language_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/faults.md"

BEGINNING = "the beginning"
"""The key of what stands before the first code."""

_NEXT_SECTION = re.compile(r"^(?=## BX\d{3} )", re.MULTILINE)
_CODE = re.compile(r"## (BX\d{3}) ")
_STAMP = re.compile(r"^<!-- English ([0-9a-f]{8}) -->\n", re.MULTILINE)

_TYPED = re.compile(r"`([^`]+)`")
_TARGET = re.compile(r"\]\(([^)]+)\)")
_OWN_SECTION = re.compile(r"#(bx\d{3})-.*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def page_in(language: str) -> Path:
    """Return the file that has the page in this language; it need not be there."""
    return PAGE.with_name(f"faults.{language}.md")


def sections(document: str) -> dict[str, str]:
    """Return the text of each section with its heading, by its code, in order."""
    return {_code_of(text): text for text in _NEXT_SECTION.split(document)}


def _code_of(section: str) -> str:
    heading = _CODE.match(section)
    return heading[1] if heading else BEGINNING


def stamp_of(english: str) -> str:
    """Return the hash of an English section. Where its lines end does not matter."""
    return sha256(" ".join(english.split()).encode()).hexdigest()[:8]


def stamp_new_sections(language: str) -> None:
    """Give each section of a translation that has no stamp that of the English section of now."""
    page = page_in(language)
    if not page.exists():
        return
    english = sections(PAGE.read_text(encoding="utf-8"))
    written = _NEXT_SECTION.split(page.read_text(encoding="utf-8"))
    stamped = [_stamped(text, english.get(_code_of(text))) for text in written]
    page.write_text("".join(stamped), encoding="utf-8")


def _stamped(text: str, english: str | None) -> str:
    if english is None or _STAMP.search(text):
        return text
    heading, _, rest = text.partition("\n")
    return f"{heading}\n<!-- English {stamp_of(english)} -->\n{rest}"


def untranslated(language: str) -> list[str]:
    """Return the codes of the English page that the translation lacks; none if it is not there."""
    page = page_in(language)
    if not page.exists():
        return []
    translated = sections(page.read_text(encoding="utf-8"))
    return [code for code in sections(PAGE.read_text(encoding="utf-8")) if code not in translated]


def problems_of_page(language: str) -> Iterator[str]:
    """Yield what is wrong in the sections that a translation has, a line for each."""
    page = page_in(language)
    if not page.exists():
        return
    english = sections(PAGE.read_text(encoding="utf-8"))
    document = page.read_text(encoding="utf-8")
    translated = sections(document)
    written = _CODE.findall(document)
    yield from (
        f"{page.name}: {code} is not on the English page"
        for code in translated
        if code not in english
    )
    yield from (
        f"{page.name}: {code} is there twice" for code in translated if written.count(code) > 1
    )
    if list(translated) != [code for code in english if code in translated]:
        yield f"{page.name}: its sections are not in the order of the English page"
    for code, text in translated.items():
        if code in english:
            for problem in _problems_of_section(english[code], text, language):
                yield f"{page.name}: {code} {problem}"


def _problems_of_section(english: str, text: str, language: str) -> Iterator[str]:
    stamp = _STAMP.search(text)
    if stamp is None:
        yield "has no stamp; run make languages"
    elif stamp[1] != stamp_of(english):
        yield (
            "has changed in English since it was translated: bring the translation up to date, "
            f'delete its line "{stamp[0].strip()}", and run make languages'
        )
    bare = _STAMP.sub("", text)
    if bare == english:
        yield "is not translated"
    wanted = _facts(english, CURE)
    for fact, found in _facts(bare, language_of(language).tr(CURE)).items():
        if found != wanted[fact]:
            yield f"has not the {fact} of the English section: {found} instead of {wanted[fact]}"


def _facts(text: str, cure: str) -> Mapping[str, list[str] | list[int]]:
    """Return what has to be the same in each language. Languages may order words differently."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    told = _TARGET.sub("", _TYPED.sub("", text))
    return {
        "words in backquotes": sorted(" ".join(typed.split()) for typed in _TYPED.findall(text)),
        "links": sorted(_OWN_SECTION.sub(r"#\1", target) for target in _TARGET.findall(text)),
        "numbers": sorted(re.sub(r"[.,]", "", number) for number in _NUMBER.findall(told)),
        "paragraphs, or lines that say what to do,": [
            sum(line.startswith(cure) for line in paragraph.splitlines())
            for paragraph in paragraphs
        ],
    }
