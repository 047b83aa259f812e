"""What takes long is worked out in a second worker of the page, which has one to itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.boxctl.web.pages.test_pages_without_a_box import READY, SETTING_UP
from tests.support.web.built_page.served_site import served_site

pytestmark = pytest.mark.browser

ASKING = """async () => {
  const { request } = await import("./script/live/wire.js");
  const { keptToken } = await import("./script/live/acting.js");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${keptToken()}` };
  globalThis.order = [];
  globalThis.put = async (name, address, body, signal) => {
    const asked = body ? { method: "POST", headers, body: JSON.stringify(body), signal } : {};
    const told = await (await request(address, asked)).json().catch(() => null);
    order.push(name);
    return told;
  };
}"""
DUEL = '{ rules: "long-game", settings: {}, throw: "2,4" }'
MEANWHILE = f"""async () => {{
  const odds = put("odds", "/ask/odds", {DUEL});
  await put("state", "/state.json");
  await put("flip", "/act", {{ do: "move", tile: 9, to: "shut" }});
  await put("state again", "/state.json");
  return (await odds).lines;
}}"""
GIVEN_UP = f"""async () => {{
  const stop = new AbortController();
  put("given up", "/ask/odds", {DUEL}, stop.signal).catch(() => order.push("left"));
  await put("state", "/state.json");
  stop.abort();
  return (await put("odds", "/ask/odds", {{ rules: "pub", settings: {{}}, throw: "2,4" }})).lines;
}}"""


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """The table in a browser, at which somebody asks."""
    context = chromium.new_context(locale="en-GB")
    context.set_default_timeout(SETTING_UP)
    with served_site() as address:
        opened = context.new_page()
        opened.goto(address)
        opened.wait_for_selector(READY)
        opened.evaluate(ASKING)
        yield opened
    context.close()


def test_the_table_answers_while_a_duel_is_solved(page: Any) -> None:
    assert page.evaluate(MEANWHILE)[0].startswith("The long game")
    assert page.evaluate("() => order") == ["state", "flip", "state again", "odds"]


def test_a_question_that_was_left_does_not_hold_up_the_next(page: Any) -> None:
    assert page.evaluate(GIVEN_UP)[0].startswith("Pub rules")
    assert page.evaluate("() => order") == ["state", "left", "odds"]


def test_where_there_is_no_second_worker_the_first_one_works_it_out(page: Any) -> None:
    page.context.route("**/thinker.js", lambda route: route.abort())
    assert page.evaluate(MEANWHILE)[0].startswith("The long game")
