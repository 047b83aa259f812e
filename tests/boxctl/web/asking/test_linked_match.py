"""A match by the rules of a link: who may begin it, and what is no such act."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boxctl.rules.settings import SETTINGS
from boxctl.screens.laptop.game_choice import GameChoice, WantedMatch
from boxctl.web.acting.table_code import LONGEST_VALUE, read_act
from tests.support.web.laptop_game import LaptopGame
from tests.support.web.served_table import ServedTable

MATCH = {"do": "match", "variant": "pub", "names": ["Ann", "Bob"]}


def test_the_settings_of_a_match_are_read() -> None:
    act = read_act({**MATCH, "settings": {"tiles": "10"}})
    assert act is not None
    assert act.settings == {"tiles": "10"}
    without = read_act(MATCH)
    assert without is not None
    assert without.settings is None


@pytest.mark.parametrize(
    "settings",
    [
        ["tiles"],
        "tiles=10",
        {"tiles": 10},
        {"tiles": "1" * (LONGEST_VALUE + 1)},
        {"tiles": "9\n"},
        {"tiles": "\ud800"},
        {str(number): "1" for number in range(len(SETTINGS) + 1)},
    ],
)
def test_settings_that_are_none_make_no_act(settings: Any) -> None:
    assert read_act({**MATCH, "settings": settings}) is None


def test_only_a_match_has_settings() -> None:
    act = read_act({**MATCH, "do": "choose", "settings": {"tiles": "10"}, "stake": "50p"})
    assert act is not None
    assert act.settings is None


def test_the_match_is_that_of_the_link_at_the_table_as_it_is() -> None:
    """The dice and the box stay those of the table before."""
    before = GameChoice("classic", (("tiles", "12"),), ("Cy",), seed=7, by_hand=True)
    wanted = WantedMatch("pub", ("Ann +5", "Bob"), changes=(("tiles", "10"),))
    assert wanted.chosen_after(before) == GameChoice(
        "pub", (("tiles", "10"),), ("Ann", "Bob"), 7, by_hand=True, handicaps=(("Ann", "5"),)
    )


def test_a_box_begins_no_match_by_a_link(pages: ServedTable) -> None:
    """At a box a game is chosen, or saved; nobody changes its rules for one match from afar."""
    pages.enters(pages.code.code)
    status, told = pages.sends("/act", {**MATCH, "settings": {"tiles": "10"}})
    assert (status, told["code"]) == (409, "BX758")


def test_nobody_without_the_code_begins_it(tmp_path: Path) -> None:
    import json
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    with LaptopGame(tmp_path, "--players", "Ann,Bob") as game:
        body = json.dumps({**MATCH, "settings": {"tiles": "10"}}).encode()
        sent = Request(f"{game.address}/act", body, {"Content-Type": "application/json"})
        with pytest.raises(HTTPError, match="401"):
            urlopen(sent)
