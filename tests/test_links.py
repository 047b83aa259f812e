"""No page of the documentation links to a file or a heading that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PAGES = sorted(
    path.relative_to(ROOT)
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "*/**/README.md")
    for path in ROOT.glob(pattern)
    if not any(part.startswith(".") or part == "build" for part in path.relative_to(ROOT).parts)
)

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|~~~.*?~~~|`[^`\n]*`", re.DOTALL)


def links(text: str) -> list[str]:
    """The targets of all links on a page that are not into the network."""
    targets = LINK.findall(CODE.sub("", text))
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """The names that the headings of a page have as link targets."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in links((ROOT / page).read_text(encoding="utf-8")):
        file, _, heading = target.partition("#")
        there = (ROOT / page).parent / file if file else ROOT / page
        assert there.exists(), f"{page} links to {target}"
        assert not heading or heading in anchors(there), f"{page} links to {target}"


def test_every_page_of_docs_is_in_the_contents_of_the_site() -> None:
    contents = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    docs = ROOT / "docs"
    for page in docs.glob("**/*.md"):
        # A page in another language is linked from the English one.
        english = page.with_name(page.name.partition(".")[0])
        name = re.escape(english.relative_to(docs).as_posix())
        assert name == "index" or re.search(rf"^{name}$", contents, re.MULTILINE), page


def test_every_make_target_that_is_named_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        named = re.findall(r"(?:`|^ {4}|^)make ([a-z][a-z-]*)", text, re.MULTILINE)
        assert set(named) <= targets, page
