"""Write every manual page anew."""

from __future__ import annotations

from pathlib import Path

from man_pages.man_page import man_pages

FOLDER = Path(__file__).parent / "man1"


def main() -> None:
    """Write the pages, and remove those of commands that are gone."""
    pages = man_pages()
    for old in FOLDER.glob("*.1"):
        if old.name not in pages:
            old.unlink()
    for name, page in pages.items():
        (FOLDER / name).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
