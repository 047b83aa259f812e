"""The box of a box.toml is played in a browser, on a simulated one."""

from __future__ import annotations

from pathlib import Path

from tests.support.web.page_of_browser import Page, visit

BOX = """\
[box]
tiles = 10

[tiles]
driver = "gpio"
pins = [5, 6, 13, 19, 26, 12, 16, 20, 21, 4]

[rules]
variant = "ten"
players = ["Cy", "Dee"]

[roller]
driver = "hand"
"""


def test_its_game_begins_with_its_players_and_its_dice(tmp_path: Path) -> None:
    async def take(page: Page) -> None:
        assert (await page.ask("/simulated-box"))["parts"] == []
        told = await page.ask("/simulated-box", {"text": BOX.replace("\n", "\r\n")})
        parts = {part["table"]: part["text"] for part in told["parts"]}
        assert parts["box"] == "10 tiles"
        assert "1: pin 5" in parts["tiles"]
        state = await page.act(do="type_throw", text="3 4")
        assert state["rules"]["id"] == "ten"
        assert [line["name"] for line in state["players"]] == ["Cy", "Dee"]
        assert len(state["tiles"]) == 10
        assert state["dice"]["values"] == [3, 4]

    async def come_back(page: Page) -> None:
        assert (await page.ask("/simulated-box"))["parts"]
        state = await page.state()
        assert [line["name"] for line in state["players"]] == ["Cy", "Dee"]
        assert (await page.ask("/simulated-box", {"text": ""}))["parts"] == []
        state = await page.state()
        assert state["rules"]["id"] == "ten"

    visit(tmp_path, take)
    visit(tmp_path, come_back)
    assert not (tmp_path / "box.toml").exists()


def test_everything_wrong_with_a_file_is_told_and_play_goes_on(tmp_path: Path) -> None:
    async def take(page: Page) -> None:
        before = await page.act(do="move", tile=9)
        wrong = BOX.replace('"ten"', '"canoga"').replace("tiles = 10", "tiles = ten")
        for text, code, told in [
            (wrong, "BX302", "Line 2: "),
            (BOX.replace("[5, 6", "[5, 5"), "BX3", "pins"),
            (BOX.replace("10", "9").replace(", 4]", "]").replace('"ten"', '"tin"'), "BX3", "ten"),
            ("x" * 70_000, "BX302", "65536"),
            ("[" * 60_000, "BX302", ""),
            ('players = ["Ann"', "BX302", "Line 1"),
        ]:
            refused = await page.ask("/simulated-box", {"text": text})
            assert refused["code"].startswith(code), refused
            assert told in refused["text"]
            assert ".toml:" not in refused["text"]
        assert (await page.ask("/simulated-box", {"text": 3}))["code"] == "BX755"
        assert (await page.ask("/simulated-box", {"text": BOX}, token="x"))["code"] == "BX756"
        after = await page.state()
        assert (after["match"], after["players"]) == (before["match"], before["players"])
        assert (await page.ask("/simulated-box"))["parts"] == []

    visit(tmp_path, take)
    assert not list(tmp_path.glob("*.toml"))


def test_a_kept_file_that_no_longer_is_right_leaves_a_box_with_everything(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text("[box]\n")

    async def look(page: Page) -> None:
        assert (await page.state())["rules"]["id"] == "classic"
        assert (await page.ask("/simulated-box"))["parts"] == []

    visit(tmp_path, look)
