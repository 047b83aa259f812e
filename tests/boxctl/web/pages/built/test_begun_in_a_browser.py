"""The folder of ``make browser`` as a browser begins it: what it asks for, keeps and says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.boxctl.web.pages.conftest import PICTURES, SIZES
from tests.boxctl.web.pages.test_pages_for_everybody import findings
from tests.boxctl.web.pages.test_pages_without_a_box import READY, SETTING_UP
from tests.support.web.built_page.served_site import SITE, served_site

pytestmark = pytest.mark.browser

CACHED = """async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  return (await (await caches.open(name)).keys()).map((asked) => new URL(asked.url).pathname);
}"""
KEEPS_MEMORY = """async () => {
  const kept = () => caches.match("script/browser/memory");
  while (!(await kept())) await new Promise((soon) => setTimeout(soon, 50));
}"""
BEGUN = """
globalThis.begun = [];
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => data.step === 2 && begun.push(data.isNew));
  }
};
"""
"""Notes whether the worker has begun with a new Python."""


@pytest.fixture
def visitor(chromium: Any) -> Iterator[Any]:
    """Somebody with a browser that keeps what pages keep."""
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(SETTING_UP)
    yield context
    context.close()


def test_nothing_is_asked_of_anybody_else(visitor: Any) -> None:
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url))
    complaints: list[str] = []
    with served_site({"Content-Security-Policy": policy()}) as address:
        page = visitor.new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.goto(address)
        page.wait_for_selector(READY)
        cached = page.evaluate(CACHED)
    own = urlsplit(address).netloc
    assert {urlsplit(each).netloc for each in asked if not each.startswith("data:")} == {own}
    # The policy of the document holds for the worker, too, where a server sends it with each file.
    assert complaints == []
    files = {f"/{path.relative_to(SITE).as_posix()}" for path in SITE.rglob("*") if path.is_file()}
    assert set(cached) - {"/script/browser/memory"} == {"/", *files} - {"/sw.js"}


def policy() -> str:
    found = re.search('Policy" content="([^"]+)"', (SITE / "index.html").read_text("utf-8"))
    assert found is not None
    return found[1]


def test_a_second_visit_begins_with_the_memory_of_the_first(visitor: Any) -> None:
    visitor.add_init_script(BEGUN)
    begun = []
    with served_site() as address:
        for _visit in range(2):
            page = visitor.new_page()
            page.goto(address)
            page.wait_for_selector(READY)
            page.evaluate(KEEPS_MEMORY)
            begun += page.evaluate("begun")
            page.close()
    assert begun == [True, False]


@pytest.mark.parametrize("name", ["program.zip", "python/python_stdlib.zip", "python/pyodide.mjs"])
def test_a_damaged_file_is_said_in_a_sentence_and_is_not_kept(visitor: Any, name: str) -> None:
    def cut(route: Any) -> None:
        content = (SITE / name).read_bytes()
        route.fulfill(body=content[: len(content) // 2], content_type="text/javascript")

    with served_site() as address:
        visitor.route(f"**/{name}", cut)
        page = visitor.new_page()
        page.goto(address)
        page.locator(".words", has_text="BX771").wait_for()
        page.close()
        visitor.unroute(f"**/{name}")
        page = visitor.new_page()
        page.goto(address)
        page.wait_for_selector(READY)


def test_a_browser_without_webassembly_is_told_so(visitor: Any) -> None:
    visitor.add_init_script("delete globalThis.WebAssembly")
    with served_site() as address:
        page = visitor.new_page()
        page.goto(address)
        words = page.locator(".words", has_text="BX771")
        words.wait_for()
        assert "WebAssembly" in words.inner_text()
        assert page.locator(".starting .box-picture").is_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", ["small", "phone", "laptop", "1280", "tv"])
def test_the_box_is_seen_before_python_is_there(chromium: Any, size: str, theme: str) -> None:
    width, height = SIZES[size]
    context = chromium.new_context(
        locale="de-DE", viewport={"width": width, "height": height}, color_scheme=theme
    )
    with served_site() as address:
        page = context.new_page()
        page.route("**/worker.js", lambda _route: None)
        page.goto(address)
        page.locator(".starting .box-picture").wait_for()
        assert page.locator(".starting .box-picture").bounding_box()["x"] >= 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=PICTURES / f"browser-shell-{size}-{theme}.png")
        assert not findings(page)
    context.close()


def test_it_can_be_installed(visitor: Any) -> None:
    with served_site() as address:
        page = visitor.new_page()
        page.goto(address)
        page.wait_for_selector(READY)
        session = visitor.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert found["errors"] == []
    # What a test runs in is a private window, and nothing else stands in the way.
    assert [fault["errorId"] for fault in faults] == ["in-incognito"]
    for icon in json.loads(found["data"])["icons"]:
        assert (SITE / icon["src"]).is_file()
