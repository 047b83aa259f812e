"""Chromium with the pages of a pretended box. ``make test-browser`` installs what this needs."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.web.page_texts import page_texts
from tests.boxctl.web.pages import documents
from tests.boxctl.web.pages.pretend_box import PretendBox
from tests.boxctl.web.pages.situations import beginning

PICTURES = Path(__file__).parents[4] / "build" / "pages"
"""Where the pictures of the pages are put, to be looked at."""

SIZES = {
    "phone": (390, 844), "small": (320, 640), "laptop": (1366, 768), "tv": (1920, 1080),
    "4k": (3840, 2160), "1280": (1280, 1024),
}  # fmt: skip

PATIENCE = 60_000
"""Milliseconds until something that does not come is missed."""

Page = Any
"""A page of Playwright, which ``make dev`` does not install."""

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Start Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program is not None, "chromium is missing: sudo apt install chromium"
    with sync_playwright() as playwright:
        # A container has no user namespaces for the sandbox of Chromium.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def box() -> Iterator[PretendBox]:
    """Return a pretended box at which a match begins."""
    pretended = PretendBox(beginning())
    documents.put_into(pretended)
    pretended.documents["/texts.json"] = page_texts()
    yield pretended
    pretended.close()


@pytest.fixture
def complaints() -> list[str]:
    """Return what the browser has complained of: errors, and what the policy forbids."""
    return []


@pytest.fixture
def script_errors() -> list[str]:
    """Return what the scripts of the pages have raised. A test may clear what it has provoked."""
    return []


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Report an error of a script as the failure of its test, whatever the test waited for."""
    try:
        return (yield)
    finally:
        errors = pyfuncitem.funcargs.get("script_errors")
        if isinstance(errors, list) and errors:
            raise ScriptError("; ".join(errors))


class ScriptError(AssertionError):
    """A script of a page has raised."""


def end_at_error(page: Page, errors: list[str]) -> None:
    """Close a page when a script of it raises: so nothing waits for what cannot come any more."""

    def raised(problem: Any) -> None:
        errors.append(str(getattr(problem, "stack", None) or problem))
        page.close()

    page.on("pageerror", raised)


def errors_in(said: Any) -> list[str]:
    """Return a message of the console if it is an error."""
    return [said.text] if said.type == "error" else []


@pytest.fixture
def open_page(
    chromium: Any, box: PretendBox, complaints: list[str], script_errors: list[str]
) -> Iterator[OpenPage]:
    """Return a function that opens an address of a box in a browser of its own.

    The box is the pretended one, unless the address begins with another.
    """
    contexts = []

    def opened(address: str, size: str = "laptop", theme: str = "dark", **context: Any) -> Page:
        width, height = SIZES[size]
        look = {"viewport": {"width": width, "height": height}, "color_scheme": theme}
        contexts.append(chromium.new_context(**(look | context)))
        contexts[-1].set_default_timeout(PATIENCE)
        page = contexts[-1].new_page()
        end_at_error(page, script_errors)
        page.on("console", lambda said: complaints.extend(errors_in(said)))
        if address.endswith(("/tv", "/overlay")):
            address += f"?theme={theme}"
        page.goto(address if address.startswith("http") else box.address + address)
        page.wait_for_selector("main:not([data-served]) > :not(.waiting):not(.unseen)")
        page.evaluate("document.fonts.ready")
        return page

    yield opened
    for each in contexts:
        each.close()


def open_more(page: Page) -> None:
    """Open what is rare on a phone."""
    page.locator(".is-more > summary").click()
