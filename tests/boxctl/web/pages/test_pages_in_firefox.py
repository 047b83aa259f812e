"""The pages in Debian's Firefox, where it is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.boxctl.web.pages import situations
from tests.boxctl.web.pages.conftest import PICTURES, SIZES
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.support.web.firefox import firefox

pytestmark = pytest.mark.browser

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")


@pytest.mark.skipif(PROGRAM is None, reason="Firefox is missing: sudo apt install firefox-esr")
def test_every_page_works_in_firefox(box: PretendBox, tmp_path: Path) -> None:
    assert PROGRAM is not None
    PICTURES.mkdir(parents=True, exist_ok=True)
    box.state = situations.refused()
    with firefox(PROGRAM, tmp_path) as tab:
        for address, size in (
            ("/tv", "tv"), ("/overlay", "tv"), ("/replay?match=1", "laptop"),
            ("/record#1", "laptop"), ("/", "phone"),
        ):  # fmt: skip
            tab.opens(box.address + address, *SIZES[size])
            tab.waits_for("document.querySelector('main').children.length > 1")
            name = address.strip("/").replace("?", "-").replace("#", "-") or "index"
            tab.draws(PICTURES / f"firefox-{name}.png")
            if address == "/record#1":
                tab.waits_for("document.querySelector('.plaque.kind-shut')")
        box.tell(situations.own_turn())
        tab.waits_for("document.querySelector('#code')")
        tab.evaluates(f"document.querySelector('#code').value = '{box.code}'")
        tab.evaluates("document.querySelector('form.code').requestSubmit()")
        tab.waits_for("document.querySelector('.lever')")
        tab.evaluates("document.querySelector('.lever').click()")
        box.tell(situations.won())
        tab.waits_for("document.querySelector('.plaque.kind-won')")
        assert box.acts == [{"do": "move", "tile": 1, "to": "shut"}]
        assert tab.complaints == []
