"""Bring every catalog up to date and say what is left to translate."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from translation.catalogs import bring_up_to_date, languages, problems
from translation.faults_page import problems_of_page, stamp_new_sections, untranslated


def main() -> int:
    """Return 0 if nothing is left to do, else 1."""
    left = 0
    for language in languages():
        for problem in _left_to_do(language):
            left += 1
            sys.stdout.write(f"{language}: {problem}\n")
    return 1 if left else 0


def _left_to_do(language: str) -> Iterator[str]:
    yield from problems(bring_up_to_date(language))
    stamp_new_sections(language)
    yield from problems_of_page(language)
    if codes := untranslated(language):
        yield f"faults.{language}.md lacks {', '.join(codes)}"


if __name__ == "__main__":
    sys.exit(main())
