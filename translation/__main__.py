"""Bring every catalog up to date and say what is left to translate."""

from __future__ import annotations

import sys

from translation.catalogs import bring_up_to_date, languages, problems


def main() -> int:
    """Return 0 if nothing is left to do, else 1."""
    left = 0
    for language in languages():
        for problem in problems(bring_up_to_date(language)):
            left += 1
            sys.stdout.write(f"{language}: {problem}\n")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
