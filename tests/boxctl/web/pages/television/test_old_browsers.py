"""The television's page in Chromium 79, which televisions of 2021 have and nobody can update."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, SIZES, OpenPage
from tests.boxctl.web.pages.pretend_box import PretendBox

ROOT = Path(__file__).parents[5]
PAGES = ROOT / "boxctl" / "web" / "pages"
OLD = ROOT / "build" / "chromium-79"

NEWER_SYNTAX = {
    "optional chaining": r"\?\.(?=[\w\[(])",
    "nullish coalescing": r"\?\?",
    "logical assignment": r"(\|\||&&)=(?!=)",
    "a private method": r"^\s+(static )?(async )?#\w+\(",
    "a static block": r"\bstatic \{",
    "await outside of a function": r"^await ",
}
"""What ECMAScript has had only after 2019: a browser that does not know it shows nothing at all."""

NEWER_FUNCTIONS = r"\.(at|replaceAll|findLast|findLastIndex|toSorted|toReversed|replaceChildren)\("


@pytest.mark.parametrize(
    "script", sorted((PAGES / "script").rglob("*.js")), ids=lambda script: script.stem
)
def test_a_script_is_read_by_a_browser_of_2019(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    newer = NEWER_SYNTAX | {"a newer function": NEWER_FUNCTIONS}
    assert [name for name, what in newer.items() if re.search(what, text, re.MULTILINE)] == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("const own = told?.text;", "optional chaining"),
        ("const name = told ?? {};", "nullish coalescing"),
        ("has.audio ||= make();", "logical assignment"),
        ("  #count() {", "a private method"),
    ],
)
def test_newer_syntax_is_seen(line: str, name: str) -> None:
    assert re.search(NEWER_SYNTAX[name], line, re.MULTILINE)
    assert not re.search(NEWER_SYNTAX[name], "const half = some ? .5 : a || b; this.#count = 1;")


SHOWN = (".box-picture", ".turn-now", ".is-one dd", ".sheet", ".plaque", ".plaque .words")
NEAR = 0.03
"""How far apart things may stand in both browsers, as a part of the screen."""


@pytest.mark.browser
@pytest.mark.skipif(
    not (os.environ.get("CI") or ((OLD / "chromium").exists() and shutil.which("node"))),
    reason="tests/support/web/chromium_79/get.sh could not get Chromium 79",
)
@pytest.mark.parametrize("told", ["beginning", "refused", "own_turn", "won", "made_ready"])
def test_a_television_of_2021_shows_what_a_new_one_shows(
    box: PretendBox, open_page: OpenPage, told: str
) -> None:
    box.state = getattr(situations, told)()
    old = look_with_old(box.address + "/tv?theme=dark&motion=off", told)
    page = open_page("/tv", "tv", reduced_motion="reduce")
    # What came with the page has no side yet.
    page.locator("main:not([data-served]) .plaque .words").wait_for()
    page.locator(".phone-code img").wait_for()
    assert old["version"].endswith("/79.0.3945.0")
    assert old["wrong"] == []
    width, height = SIZES["tv"]
    for selector, place in zip(SHOWN, old["places"], strict=True):
        shown = page.evaluate(PLACE, selector)
        assert (place is None) == (shown is None), selector
        if shown is not None:
            scale = (width, height, width, height)
            apart = [abs(a - b) / of for a, b, of in zip(place, shown, scale, strict=True)]
            assert max(apart) < NEAR, (selector, place, shown)


PLACE = """(selector) => {
  const element = document.querySelector(selector);
  const place = element && element.getBoundingClientRect();
  return place && [place.left, place.top, place.right, place.bottom];
}"""


def look_with_old(address: str, told: str) -> dict[str, Any]:
    """What Chromium 79 shows at an address; its picture is kept beside the others."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture = PICTURES / f"tv-tv-dark-{told}-chromium-79.png"
    width, height = SIZES["tv"]
    command = ["node", str(OLD / "look.js"), address, str(picture), str(width), str(height), *SHOWN]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
