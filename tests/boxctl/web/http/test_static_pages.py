"""The files of the pages: a page that is loaded again asks for nothing but itself."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

import boxctl.web
from boxctl.web.http.static_pages import KEPT, StaticPages

PAGES = Path(boxctl.web.__file__).parent / "pages"
NAMES = sorted(page.name for page in PAGES.glob("*.html"))


def asked(pages: StaticPages, path: str, **headers: str) -> Response:
    """What is answered for a path that is there."""
    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    found = pages.answer(Request({"type": "http", "method": "GET", "path": path, "headers": given}))
    assert found is not None
    return found


def named_by(pages: StaticPages, page: str) -> list[str]:
    """The addresses of scripts and styles that a page names."""
    text = bytes(asked(pages, f"/{page}").body).decode()
    return re.findall(r'(?:href|src)="(/[^"]*(?:script|style)/[^"]*)"', text)


@pytest.mark.parametrize("page", NAMES)
def test_what_a_page_names_is_kept_and_the_page_is_not(page: str) -> None:
    pages = StaticPages()
    named = named_by(pages, page)
    assert len(named) > 2
    assert asked(pages, f"/{page}").headers["cache-control"] == "no-cache"
    for address in named:
        found = asked(pages, address)
        assert found.headers["cache-control"] == KEPT
        own = re.sub("^/~[0-9a-f]+/", "", address)
        assert found.body == (PAGES / own).read_bytes()


def test_what_a_script_imports_is_kept_with_it() -> None:
    """Imports are relative, so that they are of the same edition."""
    pages = StaticPages()
    for script in sorted((PAGES / "script").rglob("*.js")):
        text = script.read_text(encoding="utf-8")
        for imported in re.findall(r'(?:from|import\()\s*"(.*?)"', text):
            assert imported.startswith("."), script
            target = (script.parent / imported).resolve().relative_to(PAGES)
            assert asked(pages, f"/{pages.edition}/{target}").headers["cache-control"] == KEPT


def test_a_file_that_changes_has_another_address(tmp_path: Path) -> None:
    folder = shutil.copytree(PAGES, tmp_path / "pages")
    before = StaticPages(folder)
    assert before.edition == StaticPages().edition
    (folder / "script" / "tree.js").write_text("// Another.\n", encoding="utf-8")
    after = StaticPages(folder)
    assert before.edition != after.edition == StaticPages(folder).edition
    # A page from before an update still finds its script, which nobody keeps for long.
    old = asked(after, f"/{before.edition}/script/tree.js")
    assert (old.body, old.headers["cache-control"]) == (b"// Another.\n", "no-cache")


def test_a_page_of_an_edition_is_not_kept() -> None:
    """It would name the scripts of this edition for a year."""
    pages = StaticPages()
    assert asked(pages, f"/{pages.edition}/tv").headers["cache-control"] == "no-cache"


def test_who_has_a_page_already_is_told_so() -> None:
    pages = StaticPages()
    tag = asked(pages, "/tv").headers["etag"]
    assert asked(pages, "/tv", **{"if-none-match": tag}).status_code == 304


def test_an_edition_leads_to_no_file_that_is_not_there() -> None:
    pages = StaticPages()
    for path in (
        f"/{pages.edition}/../guard.py",
        f"/{pages.edition}",
        f"/{pages.edition}/",
        "/~/~/tv",
    ):
        assert pages.answer(Request({"type": "http", "path": path, "headers": []})) is None
