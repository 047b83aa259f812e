"""Extract the messages, bring catalogs up to date, and find what is wrong in one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from translation.typography import typography_problems

ROOT = Path(__file__).parents[1]
CATALOGS = ROOT / "groundwork" / "languages"
SOURCES = ("boxctl", "firmware_bridge", "groundwork", "hardware")

KEYWORDS = {"message": None, "tr": None, "tr_as": ((1, "c"), 2), "tr_n": (1, 2)}
"""The functions that mark a message (:mod:`groundwork.language`), and where it stands in a call."""

VARIANTS = ROOT / "boxctl/rules/variants"
TOLD_OF_A_VARIANT = ("source_name", "summary", "example")
"""What the file of a variant tells people."""

_CALL = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")

PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")


class LanguageCatalog(Catalog):
    """A catalog whose header has no dates and addresses, so that it changes with its messages."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


@cache
def extracted() -> Catalog:
    """Return all messages of the source."""
    catalog = Catalog()
    for package in SOURCES:
        for path in sorted((ROOT / package).rglob("*.py")):
            # Most files have none, and to take one apart is slow.
            if not _CALL.search(path.read_text(encoding="utf-8")):
                continue
            for _line, text, comments, context in extract_from_file(
                "python", str(path), keywords=KEYWORDS, comment_tags=("Translators:",)
            ):
                catalog.add(
                    text,
                    locations=[(str(path.relative_to(ROOT)), 0)],
                    auto_comments=comments,
                    context=context,
                )
    for path in sorted(VARIANTS.glob("*.toml")):
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        for key in TOLD_OF_A_VARIANT:
            catalog.add(told[key], locations=[(str(path.relative_to(ROOT)), 0)])
    return catalog


def languages() -> tuple[str, ...]:
    """Return the codes of all languages that have a catalog."""
    return tuple(sorted(path.stem for path in CATALOGS.glob("*.po")))


def read(language: str) -> Catalog:
    """Read the catalog of a language."""
    with (CATALOGS / f"{language}.po").open("rb") as file:
        written = read_po(file, locale=language, ignore_obsolete=True)
    catalog = LanguageCatalog(language, header_comment=written.header_comment, fuzzy=False)
    for message in written:
        if message.id:
            catalog[message.id] = message
    return catalog


def bring_up_to_date(language: str) -> Catalog:
    """Add new messages to the catalog of a language, and drop old ones."""
    catalog = read(language)
    # The update takes over the messages themselves, and each catalog translates its own.
    catalog.update(deepcopy(extracted()), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    (CATALOGS / f"{language}.po").write_bytes(written(catalog))
    return catalog


def written(catalog: Catalog) -> bytes:
    """Return a catalog as its file has it.

    By the alphabet and without places in the source, so that what moves there changes nothing here,
    and two branches seldom change the same lines.
    """
    file = BytesIO()
    write_po(file, catalog, width=88, no_location=True, sort_output=True)
    return file.getvalue()


def problems(catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong in a catalog, a line for each."""
    wanted = {_key(message) for message in extracted() if message.id}
    found = {_key(message) for message in catalog if message.id}
    for context, text in sorted(wanted - found, key=str):
        yield f"missing: {text!r} ({context}); run make languages"
    for context, text in sorted(found - wanted, key=str):
        yield f"not in the source any more: {text!r} ({context}); run make languages"
    for message in catalog:
        if message.id:
            yield from _problems_of(message, catalog.num_plurals)
            for form in _texts(message.string):
                yield from typography_problems(str(catalog.locale), form)


def _key(message: Message) -> tuple[str, object]:
    return (message.context or "", message.id)


def _problems_of(message: Message, plurals: int) -> Iterator[str]:
    forms = _texts(message.string)
    if message.fuzzy:
        yield f"fuzzy: {message.id!r}"
    if isinstance(message.id, tuple) and len(forms) != plurals:
        yield f"{len(forms)} plural forms, not {plurals}: {message.id!r}"
    if not all(forms):
        yield f"not translated: {message.id!r}"
        return
    known = {name for text in _texts(message.id) for name in PLACEHOLDER.findall(text)}
    *_, most = (set(PLACEHOLDER.findall(text)) for text in _texts(message.id))
    for number, form in enumerate(forms):
        used = set(PLACEHOLDER.findall(form))
        if unknown := used - known:
            yield f"unknown placeholder {sorted(unknown)} in {form!r}"
        # The form for one may spell the number out.
        if number == len(forms) - 1 and (lost := most - used):
            yield f"lost placeholder {sorted(lost)} in {form!r}"


def _texts(text: str | Iterable[str] | None) -> tuple[str, ...]:
    if text is None:
        return ("",)
    return (text,) if isinstance(text, str) else tuple(text)
