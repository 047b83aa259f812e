"""The messages of the source and the catalogs that translate them, and what is wrong in one.

A catalog is complete, or has begun: a begun one may lack whatever it likes. Which it is stands in
its header as ``X-Status``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from boxctl.rules.variant_names import BETWEEN, CONTEXT
from groundwork.languages.catalog import read_headers
from groundwork.languages.text_with_english import PLACEHOLDER
from translation.typography import typography_problems

ROOT = Path(__file__).parents[2]
CATALOGS = ROOT / "groundwork" / "languages"
SOURCES = ("boxctl", "firmware_bridge", "groundwork", "hardware")

KEYWORDS = {"message": None, "tr": None, "tr_as": ((1, "c"), 2), "tr_n": (1, 2)}
"""The functions that mark a message (:mod:`groundwork.language`), and where it stands in a call."""

VARIANTS = ROOT / "boxctl/rules/variants"
TOLD_OF_A_VARIANT = ("summary", "example")
"""What the file of a variant tells people, besides its names."""

_CALL = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(")


Key = tuple[str, str | tuple[str, ...]]
"""By what a message is known: its context, and its text in English, or both forms of that."""


class LanguageCatalog(Catalog):
    """A catalog whose header has no dates and addresses, so that it changes with its messages."""

    def __init__(self, language: str, header_comment: str = "", is_complete: bool = False) -> None:
        super().__init__(language, header_comment=header_comment or "#", fuzzy=False)
        self.is_complete = is_complete

    def translated(self) -> int:
        """Return how many messages of the source are translated."""
        own = (self.get(text, context or None) for context, text in messages_of_source())
        return sum(message is not None and is_translated(message) for message in own)

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        status = [("X-Status", "complete")]
        if not self.is_complete:
            # Neither nothing nor all, where that is not so.
            share = round(self.translated() / len(messages_of_source()) * 100)
            percent = max(min(share, 99), min(self.translated(), 1))
            status = [("X-Status", "begun"), ("X-Percent", str(percent))]
        return [
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
            *status,
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
        locations = [(str(path.relative_to(ROOT)), 0)]
        catalog.add(
            BETWEEN.join([told["title"], *told["other_names"]]),
            locations=locations,
            context=CONTEXT,
        )
        for key in TOLD_OF_A_VARIANT:
            catalog.add(told[key], locations=locations)
    return catalog


def languages() -> tuple[str, ...]:
    """Return the codes of all languages that have a catalog."""
    return tuple(sorted(path.stem for path in CATALOGS.glob("*.po")))


def messages_of_source() -> dict[Key, Message]:
    """Return all messages of the source, each by what it is known by."""
    return {key_of(message): message for message in extracted() if message.id}


def read(language: str) -> LanguageCatalog:
    """Read the catalog of a language, with what it keeps of sentences that are no more."""
    return parsed((CATALOGS / f"{language}.po").read_bytes(), language)


def parsed(content: bytes, language: str) -> LanguageCatalog:
    """Return the catalog that a file has."""
    found = read_po(BytesIO(content), locale=language)
    status = read_headers(content.decode()).get("X-Status")
    catalog = LanguageCatalog(language, found.header_comment, status == "complete")
    for message in found:
        if message.id:
            catalog[message.id] = message
    catalog.obsolete = found.obsolete
    return catalog


def written(catalog: LanguageCatalog) -> bytes:
    """Return a catalog as its file has it.

    By the alphabet and without places in the source, so that what moves there changes nothing here,
    and two branches seldom change the same lines.
    """
    file = BytesIO()
    write_po(file, catalog, width=88, no_location=True, sort_output=True)
    return file.getvalue()


def problems(catalog: LanguageCatalog) -> Iterator[str]:
    """Yield what is wrong in a catalog, a line for each.

    That something is not translated is wrong in a complete one only.
    """
    for message in catalog:
        if message.id and is_translated(message):
            yield from _problems_of(message, catalog.num_plurals)
            for form in texts(message.string):
                yield from typography_problems(str(catalog.locale), form)
    if not catalog.is_complete:
        return
    wanted, found = messages_of_source(), {key_of(message) for message in catalog if message.id}
    for context, text in sorted(wanted.keys() - found, key=str):
        yield f"missing: {text!r} ({context}); run make languages"
    for context, text in sorted(found - wanted.keys(), key=str):
        yield f"not in the source any more: {text!r} ({context}); run make languages"
    for message in catalog:
        if message.id and message.fuzzy:
            yield f"to be confirmed, then without its line fuzzy: {message.id!r}"
        elif message.id and not is_translated(message):
            yield f"not translated: {message.id!r}"


def key_of(message: Message) -> Key:
    """Return what identifies a message."""
    text = message.id if isinstance(message.id, str) else tuple(message.id)
    return (message.context or "", text)


def is_translated(message: Message) -> bool:
    """Whether boxctl says a message in the language."""
    return not message.fuzzy and all(texts(message.string))


def _problems_of(message: Message, plurals: int) -> Iterator[str]:
    forms = texts(message.string)
    if isinstance(message.id, tuple) and len(forms) != plurals:
        yield f"{len(forms)} plural forms, not {plurals}: {message.id!r}"
    known = {name for text in texts(message.id) for name in PLACEHOLDER.findall(text)}
    *_, most = (set(PLACEHOLDER.findall(text)) for text in texts(message.id))
    for number, form in enumerate(forms):
        used = set(PLACEHOLDER.findall(form))
        if unknown := used - known:
            yield f"unknown placeholder {sorted(unknown)} in {form!r}"
        # The form for one may spell the number out.
        if number == len(forms) - 1 and (lost := most - used):
            yield f"lost placeholder {sorted(lost)} in {form!r}"


def texts(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return a text, or all forms of one; of none an empty text."""
    if text is None:
        return ("",)
    return (text,) if isinstance(text, str) else tuple(text)
