"""An error of a script ends its test at once, and is what the test reports."""

from __future__ import annotations

import pytest

from tests.boxctl.web.pages.conftest import OpenPage

pytestmark = pytest.mark.browser

ERRORS = {
    "raised": "throw new Error('the sheet is broken');",
    "rejected": "Promise.reject(new Error('the sheet is broken'));",
}


@pytest.mark.parametrize("script", ERRORS.values(), ids=ERRORS)
def test_nothing_waits_for_a_page_whose_script_has_failed(
    open_page: OpenPage, script_errors: list[str], script: str
) -> None:
    from playwright.sync_api import Error, TimeoutError

    page = open_page("/")
    page.evaluate(f"setTimeout(() => {{ {script} }}, 100)")
    with pytest.raises(Error) as problem:
        page.wait_for_selector("#never")
    assert not isinstance(problem.value, TimeoutError)
    assert len(script_errors) == 1
    assert "the sheet is broken" in script_errors.pop()
