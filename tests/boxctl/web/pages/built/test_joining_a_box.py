"""*Join a box*, in the folder of ``make browser``: by its code through a camera, or its address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.boxctl.web.pages.conftest import PICTURES, Page, open_more
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import (
    READY,
    SETTING_UP,
    address,
)

__all__ = ["address"]
pytestmark = pytest.mark.browser

SEES = """
globalThis.BarcodeDetector = class {
  async detect() { return globalThis.ended ? [] : [{ rawValue: %s }]; }
};
HTMLMediaElement.prototype.play = async () => {};
navigator.mediaDevices.getUserMedia = async () => {
  const stream = new MediaStream();
  stream.getTracks = () => [{ stop: () => (globalThis.stopped = true) }];
  return stream;
};
"""
REFUSES = """
globalThis.BarcodeDetector = class {};
navigator.mediaDevices.getUserMedia = async () => { throw new Error("Permission denied"); };
"""
NONE = "delete globalThis.BarcodeDetector;"


@pytest.fixture
def visitor(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 320, "height": 568}
    )
    context.set_default_timeout(SETTING_UP)
    yield context
    context.close()


def joining(visitor: Any, address: str, script: str) -> Page:
    """Open *Join a box* in a browser in which this script runs first."""
    page = visitor.new_page()
    page.add_init_script(script)
    page.goto(address)
    page.wait_for_selector(READY)
    open_more(page)
    opens = page.get_by_role("button", name="Join a box")
    assert opens.bounding_box()["height"] >= 48
    opens.click()
    return page


def test_a_phone_scans_the_code_of_a_box_and_is_at_its_page(
    visitor: Any, address: str, box: PretendBox
) -> None:
    code = f"{box.address}/#abcdefghijklm234"
    page = joining(visitor, address, SEES % json.dumps(code))
    opened: list[str] = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    assert not findings(page)
    page.screenshot(path=PICTURES / "browser-join.png")
    page.get_by_role("button", name="Scan the code").click()
    page.wait_for_url(f"{box.address}/**")
    page.wait_for_selector(".box-picture")
    # The page of the box takes the word out of its address at once.
    assert opened[0] == code


def test_another_code_is_refused_in_a_sentence_and_the_camera_is_off(
    visitor: Any, address: str
) -> None:
    page = joining(visitor, address, SEES % json.dumps("WIFI:S:pub;;"))
    page.get_by_role("button", name="Scan the code").click()
    page.get_by_role("alert").get_by_text("BX788: WIFI:S:pub;; is no address of a box").wait_for()
    assert page.evaluate("globalThis.stopped")
    assert page.locator("video").count() == 0
    assert not findings(page)


def test_a_camera_that_nobody_allowed_leaves_the_address_to_be_typed(
    visitor: Any, address: str, box: PretendBox
) -> None:
    page = joining(visitor, address, REFUSES)
    page.get_by_role("button", name="Scan the code").click()
    page.get_by_role("alert").get_by_text("BX789: the camera cannot be used (Permission").wait_for()
    page.get_by_label("The address that the box shows").fill(box.address.removeprefix("http://"))
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(f"{box.address}/**")


@pytest.mark.parametrize("typed", ["", "a box", "javascript:alert(1)", "ftp://192.0.2.1/"])
def test_what_is_no_address_is_refused(visitor: Any, address: str, typed: str) -> None:
    page = joining(visitor, address, NONE)
    page.get_by_text("This browser reads no codes").wait_for()
    page.get_by_label("The address that the box shows").fill(typed)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("alert").get_by_text("BX788").wait_for()
    assert page.url.startswith(address)


@pytest.mark.parametrize(
    ("is_secure", "said"),
    [("true", "This browser reads no codes: scan"), ("false", "begins with https: scan")],
)
def test_who_cannot_scan_is_told_whether_https_would_help(
    visitor: Any, address: str, is_secure: str, said: str
) -> None:
    script = (
        f"{NONE} Object.defineProperty(globalThis, 'isSecureContext', {{ value: {is_secure} }});"
    )
    page = joining(visitor, address, script)
    page.get_by_text(said).wait_for()
    assert page.get_by_role("button", name="Scan the code").count() == 0
    assert not findings(page)
    page.screenshot(path=PICTURES / f"browser-join-secure-{is_secure}.png")
