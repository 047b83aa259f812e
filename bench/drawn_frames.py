"""Print when a browser has drawn each frame in which the box of a page changes.

Run ``python -m bench.drawn_frames URL CHROMIUM``. A line is a time in nanoseconds of the monotonic
clock; the first says ``ready``. The browser is a process of its own, as that of a television is.
"""

from __future__ import annotations

import sys
import time
from typing import Any

WATCH = """
new MutationObserver(() => requestAnimationFrame(() => {
  const drawn = new MessageChannel();
  drawn.port1.onmessage = () => console.log(performance.timeOrigin + performance.now());
  drawn.port2.postMessage(0);
})).observe(document.querySelector(".box-picture"),
  {subtree: true, childList: true, attributes: true, characterData: true});
"""
"""A message that is posted in the last step before a frame is drawn comes after it was drawn."""

SETTLING = 2_000
"""Milliseconds that a page may draw its beginning."""

FOR_EVER = 10**8
"""Milliseconds: longer than any benchmark runs."""


def tell(message: Any) -> None:
    """Print the time that a page has told, in milliseconds of the wall clock."""
    offset = time.time_ns() - time.monotonic_ns()
    print(round(float(message.text) * 1e6) - offset, flush=True)


def main(url: str, program: str) -> None:
    """Show the page until this process is ended."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # A container has no user namespaces for the sandbox of Chromium.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.goto(url)
        page.wait_for_selector(".box-picture")
        page.wait_for_timeout(SETTLING)
        page.on("console", tell)
        page.evaluate(WATCH)
        print("ready", flush=True)
        page.wait_for_timeout(FOR_EVER)


if __name__ == "__main__":
    main(*sys.argv[1:])
