"""Bring every catalog up to date, and say what is wrong, how far each is and what is next."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from translation.catalogs import (
    CATALOGS,
    LanguageCatalog,
    is_translated,
    key_of,
    languages,
    messages_of_source,
    problems,
    read,
    texts,
    written,
)
from translation.faults_page import problems_of_page, stamp_new_sections, untranslated
from translation.most_said import most_said_first
from translation.rewording import bring_up_to_date


def main() -> int:
    """Return 0 if nothing is wrong, else 1. What a begun catalog lacks is not wrong."""
    catalogs = {language: read(language) for language in languages()}
    for language, catalog in catalogs.items():
        for change in bring_up_to_date(catalog):
            print(f"{language}: {change}")
        (CATALOGS / f"{language}.po").write_bytes(written(catalog))
    wrong = [
        f"{language}: {problem}"
        for language, catalog in catalogs.items()
        for problem in _problems(language, catalog)
    ]
    for line in wrong:
        print(line)
    complete_first = sorted(catalogs.items(), key=lambda each: not each[1].is_complete)
    for language, catalog in complete_first:
        for line in _how_far(language, catalog):
            print(line)
    return 1 if wrong else 0


def _problems(language: str, catalog: LanguageCatalog) -> Iterator[str]:
    yield from problems(catalog)
    stamp_new_sections(language)
    yield from problems_of_page(language)
    if catalog.is_complete and (codes := untranslated(language)):
        yield f"faults.{language}.md lacks {', '.join(codes)}"


def _how_far(language: str, catalog: LanguageCatalog) -> Iterator[str]:
    source = messages_of_source()
    done = catalog.translated()
    share = f"{done:,} of {len(source):,} ({done / len(source):.1%})"
    if catalog.is_complete:
        yield f"{language}: {share}"
        return
    missing = {key_of(each): each for each in catalog if each.id and not is_translated(each)}
    yield f"{language}: {share}, begun; most said at a table first, these are next:"
    for key in most_said_first(missing):
        context, text = key
        yield f"  {texts(text)[-1]!r}" + (f" ({context})" if context else "")
    if (rest := len(source) - done - len(missing)) > 0:
        yield f"  and {rest:,} more, which come into the file when these are translated"


if __name__ == "__main__":
    sys.exit(main())
