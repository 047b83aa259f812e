"""docs/variants tells of the variants as their files have them.

``KEEP_TABLES=1 pytest tests/test_variants_document.py`` writes the tables anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import FAMILIES, title
from boxctl.rules.variants import by_family, load

PAGES = Path(__file__).parents[1] / "docs/variants"

BEGIN = "<!-- the table is written from boxctl/rules/variants -->\n"
END = "<!-- end of the table -->\n"


def table_of(family: str) -> str:
    """The variants of a family, with all that their files say."""
    rows = [
        f"| `{known.name}` | {also(known)} | {known.summary} | {known.example} |"
        for known in map(load, by_family()[family])
    ]
    return "\n".join(["| variant | also called | how it goes | for example |", *rule(4), *rows, ""])


def table_of_all() -> str:
    """Every family with its variants and their names."""
    rows = [
        f"| [{title(family)}]({family}.md) | `{known.name}` | {also(known)} |"
        for family, names in by_family().items()
        for known in map(load, names)
    ]
    return "\n".join(["| family | variant | also called |", *rule(3), *rows, ""])


def rule(columns: int) -> list[str]:
    return ["|" + " --- |" * columns]


def also(known: Variant) -> str:
    return ", ".join(known.other_names)


@pytest.mark.parametrize("name", ["index", *FAMILIES])
def test_the_table_of_a_page_is_what_the_files_say(name: str) -> None:
    page = PAGES / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    before, there, after = re.split(f"{BEGIN}(.*){END}", text, maxsplit=1, flags=re.DOTALL)
    wanted = table_of_all() if name == "index" else table_of(name)
    if os.environ.get("KEEP_TABLES"):
        page.write_text(f"{before}{BEGIN}{wanted}{END}{after}", encoding="utf-8")
    else:
        assert there == wanted, "KEEP_TABLES=1 and the same test write the table anew"


def test_every_family_has_a_page_and_every_page_a_family() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == {"index", *FAMILIES}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_page_is_called_like_its_family_and_tells_of_its_sources(family: str) -> None:
    page = (PAGES / f"{family}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {title(family)}\n")
    assert "\n## What the sources tell\n" in page
    named = set(re.findall(r"`([a-z0-9-]+)`", page))
    assert set(by_family()[family]) <= named
