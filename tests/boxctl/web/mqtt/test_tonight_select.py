"""Home Assistant chooses tonight's game, where box.toml allows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.journal.entry_kinds import ChosenBy, GameChosen
from boxctl.rules.house.save import save_variant
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.web.laptop_feed import BoxFeed
from boxctl.web.mqtt.discovery import Discovery, Topics
from boxctl.web.mqtt.publisher import LONGEST_NAME, RetainedTexts, TonightSelect
from boxctl.web.snapshots import SnapshotMaker
from hardware.config.read import read_box
from tests.support.chips.box_toml import with_change
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

PUB = Topics("pub")
ENTITY = "homeassistant/select/boxctl_pub/tonight/config"
MENU = ("pub", "thai", "full-house")


class SeenByHomeAssistant:
    """A box whose landlord lets Home Assistant choose."""

    def __init__(self, build: BuildTable, players: str = "Ann,Bob", **given: Any) -> None:
        feed = BoxFeed(has_buttons=False)
        queue = feed.new_queue()
        self.table: VirtualTable = build("pub", players, wood=PERFECT_WOOD, watcher=feed, **given)
        self._maker = SnapshotMaker(queue.take, lambda: self.table.now, may_act=False)
        self._select = TonightSelect(feed, PUB, Discovery(PUB, "homeassistant"))
        self._texts = RetainedTexts(PUB, Discovery(PUB, "homeassistant"), self._select)

    @property
    def kept(self) -> dict[str, str]:
        self._maker.look()
        snapshot = self._maker.snapshot()
        assert snapshot is not None
        return self._texts.of(snapshot)

    def sends(self, text: bytes) -> None:
        self._select.take(text)
        for _ in range(2):
            self.table.until(self.table.now + SECOND)


@pytest.fixture
def seen(a_table: BuildTable, tmp_path: Path) -> SeenByHomeAssistant:
    return SeenByHomeAssistant(a_table, menu=MENU, journal=tmp_path / "journal.db")


def test_the_list_has_what_the_box_can_play(seen: SeenByHomeAssistant) -> None:
    entity = json.loads(seen.kept[ENTITY])
    assert entity["command_topic"] == "boxctl/1/pub/tonight/set"
    assert entity["state_topic"] == "boxctl/1/pub/tonight"
    assert len(entity["options"]) == 2
    assert seen.kept["boxctl/1/pub/tonight"] in entity["options"]


def test_a_name_of_the_list_is_played(seen: SeenByHomeAssistant) -> None:
    (other,) = set(json.loads(seen.kept[ENTITY])["options"]) - {seen.kept["boxctl/1/pub/tonight"]}
    seen.sends(other.encode())
    assert seen.kept["boxctl/1/pub/tonight"] == other
    assert seen.table.runtime.referee.play.rules.combine == "thai"
    ((_entry, chosen),) = seen.table.read(1).read(GameChosen)
    assert chosen.by is ChosenBy.HOME_ASSISTANT


def test_a_handicap_goes_with_its_name_into_the_game_of_home_assistant(
    a_table: BuildTable, tmp_path: Path
) -> None:
    """The score sheet of the broker counts it, and a game that can have none is played without."""
    journal = tmp_path / "journal.db"
    menu = ("pub", "two-to-go", "long-game")
    seen = SeenByHomeAssistant(a_table, "Ann,Bob +5", menu=menu, journal=journal)
    options = {name.partition(" (")[0]: name for name in json.loads(seen.kept[ENTITY])["options"]}
    seen.sends(options["2 to go"].encode())
    ((_entry, chosen),) = seen.table.read(1).read(GameChosen)
    assert (chosen.variant, chosen.handicap) == ("two-to-go", {"Bob": 5})
    for _turn in range(2):
        seen.table.makes_ready()
        seen.table.throws(1, 3)  # cannot shut the 2
    score = json.loads(seen.kept["boxctl/1/pub/score"])
    lines = {line["name"]: (line["handicap"], line["rounds"]) for line in score["players"]}
    assert lines == {"Ann": (0, [45]), "Bob": (5, [50])}
    assert score["winners"] == ["Ann"]
    seen.sends(options["The long game"].encode())
    assert json.loads(seen.kept["boxctl/1/pub/state"])["next_handicap"] == {}
    assert seen.table.runtime.following.variant == "long-game"


@pytest.mark.parametrize(
    "text", [b"", b"poker", b"\xff\xfe", b"Full house", b"x" * LONGEST_NAME * 9]
)
def test_anything_else_is_passed_over(seen: SeenByHomeAssistant, text: bytes) -> None:
    assert seen.kept
    seen.sends(text)
    assert seen.table.runtime.chooser is not None
    assert seen.table.runtime.chooser.chosen == 0


def test_a_locked_menu_is_locked_for_home_assistant_too(a_table: BuildTable) -> None:
    seen = SeenByHomeAssistant(a_table)
    assert seen.kept["boxctl/1/pub/tonight"] == ""
    assert seen.kept[ENTITY] == ""
    seen.sends(b"Thai")
    assert seen.table.runtime.following.variant == "pub"


def test_it_is_off_unless_box_toml_allows_it(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    for line, allowed in (("", False), ("choose = true\n", True)):
        broker = f'[mqtt]\nurl = "mqtt://broker.test"\n{line}'
        path.write_text(with_change("[roller]", f"{broker}[roller]"))
        box_file = read_box(path)
        assert box_file.mqtt is not None
        assert box_file.mqtt.choose is allowed


def test_a_game_that_people_have_saved_joins_the_list(
    a_table: BuildTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    seen = SeenByHomeAssistant(a_table, menu=True)
    assert "The Crown" not in json.loads(seen.kept[ENTITY])["options"]
    save_variant("The Crown", "pub", with_settings(variant("pub"), [("doubles", "rethrow")]))
    assert "The Crown" in json.loads(seen.kept[ENTITY])["options"]
    seen.sends(b"The Crown")
    assert seen.kept["boxctl/1/pub/tonight"] == "The Crown"
