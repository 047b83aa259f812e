"""``boxctl play --web``: the simulated box is played on pages alone, whatever happens to it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.boxctl.web.pages.conftest import PICTURES, OpenPage, Page
from tests.support.web.laptop_game import LaptopGame

pytestmark = pytest.mark.browser

MOST_STEPS = 200


def take_part(page: Page, game: LaptopGame) -> None:
    page.get_by_label("The table's code, to take part").fill(game.code)
    page.get_by_role("button", name="Take part").click()


def next_button(state: dict[str, Any]) -> str:
    """Return the name of the button to press now; empty while the table thinks or dice roll."""
    if "put_back" in state["actions"]:
        return "Put the tiles right"
    if "throw" in state["actions"]:
        return "Throw the die" if state["dice"]["counts"] == [1] else "Throw the dice"
    moved = [tile for tile in state["tiles"] if tile["may_move"] and tile["state"] == "shut"]
    if moved or not state["moves"]:
        return ""
    standing = {tile["number"] for tile in state["tiles"] if tile["state"] == "open"}
    # A move may be complete, and wait until it counts.
    left = standing & set(state["moves"][0])
    return f"Tile {min(left)}, open" if left else ""


def play_to_the_end(pages: Callable[[str], Page], game: LaptopGame) -> dict[str, Any]:
    """Throw when one may, else shut the first move that is allowed, by touch.

    ``pages`` returns the page of a player.
    """
    player = game.state["turn"]
    for _ in range(MOST_STEPS):
        page = pages(player)
        told = page.evaluate(IN_STEP)
        state: dict[str, Any] = told["state"]
        if state["over"]:
            return state
        if state["turn"] != player:
            player = state["turn"]
        elif name := next_button(state):
            press(page, name, "tap")
            wait_for_another(page, told["id"])
        else:
            wait_for_another(page, told["id"])
    raise AssertionError("the match does not end")


def press(page: Page, name: str, how: str) -> None:
    """Press a button, unless the table has gone on meanwhile and it is not there any more."""
    button = page.get_by_role("button", name=name, exact=True)
    with suppress(_missed()):
        if how == "tap":
            button.tap(timeout=SOON)
        else:
            button.press("Enter", timeout=SOON)


def wait_for_another(page: Page, seen: str) -> None:
    """Wait a little until another state than this one is shown; an act may have been too late."""
    with suppress(_missed()):
        page.wait_for_function(ANOTHER_STATE, arg=seen, timeout=SOON)


def _missed() -> type[Exception]:
    from playwright.sync_api import TimeoutError as Missed

    missed: type[Exception] = Missed
    return missed


SOON = 2_000
"""Milliseconds."""

ANOTHER_STATE = "(seen) => document.querySelector('main').dataset.state !== seen"

IN_STEP = """async () => {
  for (;;) {
    const told = await (await fetch('/state.json')).json();
    await new Promise(requestAnimationFrame);
    if (told.id === document.querySelector('main').dataset.state) return told;
  }
}"""
"""Waits until the page shows the newest state, and returns that."""


def test_a_whole_match_is_played_by_touch(open_page: OpenPage, tmp_path: Path) -> None:
    with LaptopGame(tmp_path, "--players", "Ann", "--seed", "7") as game:
        page = open_page(f"{game.address}/", "phone", has_touch=True)
        take_part(page, game)
        state = play_to_the_end(lambda _player: page, game)
        page.locator(".turn-plate.is-over").wait_for()
        page.screenshot(path=PICTURES / "touch-over.png", full_page=True)
        assert state["players"][0]["rounds"][0] is not None


def test_what_was_played_is_explained_replayed_and_proved(
    open_page: OpenPage, tmp_path: Path, complaints: list[str]
) -> None:
    with LaptopGame(tmp_path, "--players", "Ann", "--seed", "7") as game:
        page = open_page(f"{game.address}/", "laptop", has_touch=True)
        take_part(page, game)
        play_to_the_end(lambda _player: page, game)
        page.get_by_role("button", name="Why?").nth(1).click()
        why = page.get_by_role("dialog", name="Why?")
        why.get_by_role("heading", name="The rule", exact=True).wait_for()
        why.get_by_text("What levers and dice did").click()
        why.locator(".events time").first.wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="The rules").click()
        page.get_by_role("dialog", name="The rules").get_by_text("Throw two dice.").wait_for()
        page.goto(f"{game.address}/replay")
        page.get_by_role("link", name="Shut the Box").click()
        page.get_by_role("button", name="To the end").click()
        page.locator(".turn-plate.is-over").wait_for()
        page.locator("figure", has_text="Luck").wait_for()
        page.goto(f"{game.address}/record")
        page.locator(".plaque.kind-shut").wait_for()
        with page.expect_download() as taken:
            page.get_by_role("link", name="Take the file home").click()
        home = tmp_path / "home.json"
        taken.value.save_as(home)
        key = page.locator(".key").inner_text().replace(" ", "")
    verify = [sys.executable, "-m", "boxctl", "verify", str(home), "--key", key]
    verified = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout
    assert "holds" in verified.stdout
    assert complaints == []


def test_two_people_play_at_one_table_on_their_own_phones(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with LaptopGame(tmp_path, "--players", "Ann,Bob", "--seed", "11") as game:
        phones = {
            name: open_page(f"{game.address}/", "phone", has_touch=True) for name in ("Ann", "Bob")
        }
        for phone in phones.values():
            take_part(phone, game)
        play_to_the_end(phones.__getitem__, game)
        for phone in phones.values():
            phone.locator(".turn-plate.is-over").wait_for()


def test_a_match_is_played_blind_by_names_and_keys(open_page: OpenPage, tmp_path: Path) -> None:
    """Buttons are found by their names in the accessibility tree, and pressed with the keyboard."""
    with LaptopGame(tmp_path, "--players", "Ann", "--seed", "5") as game:
        page = open_page(f"{game.address}/", "laptop")
        take_part(page, game)
        for _ in range(MOST_STEPS):
            seen = page.locator("main").get_attribute("data-state")
            tree = page.locator("main").aria_snapshot()
            if "To play" not in tree:
                break
            if name := button_in(tree):
                press(page, name, "key")
            wait_for_another(page, seen)
        assert game.state["over"]
        assert "Score sheet" in tree


def button_in(tree: str) -> str:
    """Return the button to press next by what the tree says, as somebody who hears it would."""
    for name in ("Put the tiles right", "Throw the dice", "Throw the die"):
        if f'button "{name}"' in tree:
            return name
    # Of what was ruled the newest stands first; what is read aloud may still be behind.
    ruled = tree[tree.index('heading "What was ruled"') :]
    allowed = re.search(r"shut ([\d+]+)", ruled)
    if allowed is None:
        return ""
    for tile in allowed[1].split("+"):
        if f'button "Tile {tile}, open' in tree:
            return f"Tile {tile}, open"
    return ""


def test_a_program_that_is_killed_in_mid_match_goes_on_where_it_was(
    open_page: OpenPage, tmp_path: Path
) -> None:
    with LaptopGame(tmp_path, "--players", "Ann", "--seed", "7") as game:
        television = open_page(f"{game.address}/tv", "tv")
        phone = open_page(f"{game.address}/", "phone", has_touch=True)
        take_part(phone, game)
        phone.get_by_role("button", name="Throw the dice").tap()
        phone.wait_for_function(
            "() => document.querySelectorAll('.dice:not(.is-rolling) .die').length === 2"
        )
        before = game.state
        port = game.port
    television.get_by_text("Not connected").wait_for()
    with LaptopGame(tmp_path, "--players", "Ann", port=port) as again:
        television.get_by_text("Not connected").wait_for(state="hidden")
        television.locator(".plaque", has_text="shut").wait_for()
        television.locator(".die").nth(1).wait_for()
        after = again.state
        # Code and phone are known for the evening: it plays on, and is asked for nothing.
        assert again.code == game.code
        pressed = phone.get_by_role("button", name=next_button(after))
        pressed.tap()
        pressed.wait_for(state="hidden")
        assert phone.get_by_label("The table's code, to take part").is_hidden()
    assert after["dice"]["values"] == before["dice"]["values"]
    assert after["turn"] == "Ann"
