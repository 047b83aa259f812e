"""How fast the folder of ``make browser`` begins in Chromium, beside an empty page with Pyodide.

Run it alone with ``python -m bench.browser_speed``.
"""

from __future__ import annotations

from importlib.util import find_spec
from shutil import which
from statistics import median
from typing import Any

from bench.browser_keys import THROW, lines
from tests.support.web.built_page.served_site import SITE, served_site

ROUNDS = 3

EMPTY = """async () => {
  const begun = performance.now();
  const { loadPyodide } = await import("./python/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("python/", location.href).href });
  python.runPython("1");
  return performance.now() - begun;
}"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
KEPT = """async () => {
  const kept = () => caches.match("script/browser/memory");
  while (!(await kept())) await new Promise((soon) => setTimeout(soon, 50));
  await navigator.serviceWorker.ready;
}"""


def report() -> str:
    """Return lines on the first paint, the first throw, and the answer to a key."""
    program = which("chromium") or which("chromium-browser")
    if program is None or find_spec("playwright") is None or not SITE.is_dir():
        return "pages in a browser: no Chromium, or make browser has not built them"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, served_site() as address:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        rounds = [_round(browser, address) for _ in range(ROUNDS)]
        keys = lines(browser, address)
        browser.close()
    empty, painted, first, second = (median(times) for times in zip(*rounds, strict=True))
    return "\n".join(
        [
            f"browser: an empty page with Pyodide {empty:.0f} ms, the box painted {painted:.0f} ms",
            f"browser: first throw possible {first:.0f} ms, {first / empty:.2f} times the empty "
            f"page; on a second visit {second:.0f} ms, {second / empty:.2f} times",
            *keys,
        ]
    )


def _round(browser: Any, address: str) -> tuple[float, float, float, float]:
    """Return milliseconds: an empty page, first paint, first throw, first throw once more."""
    with browser.new_context() as empty:
        page = empty.new_page()
        page.route("**/start.js", lambda route: route.fulfill(content_type="text/javascript"))
        page.goto(address)
        alone = page.evaluate(EMPTY)
    with browser.new_context() as visitor:
        page = visitor.new_page()
        first = _until_throw(page, address)
        painted = page.evaluate(PAINTED)
        page.evaluate(KEPT)
        page.close()
        return alone, painted, first, _until_throw(visitor.new_page(), address)


def _until_throw(page: Any, address: str) -> float:
    page.goto(address)
    page.wait_for_selector(THROW, timeout=120_000)
    return float(page.evaluate("performance.now()"))


if __name__ == "__main__":
    print(report())
