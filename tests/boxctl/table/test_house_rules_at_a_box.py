"""The file of a house's own game changes, breaks or goes while a match of it is under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.entry_kinds import ChosenBy
from boxctl.rules import variants
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import stand_in
from boxctl.table.box_table import UNCHANGED, BoxTable
from boxctl.table.loop import run
from boxctl.table.resume import read_box_to_go_on
from boxctl.table.tonight.offers import WantedGame
from groundwork.clock import monotonic_us
from hardware.config.box_file import BoxFileFault
from tests.boxctl.table.test_reload_of_any_file import BOX, StopsAfterOneReload
from tests.support.chips.mock_chips import MockChips

BROKEN = "title = 3\n"


class Pub:
    """A box whose landlord has written The Crown beside its box.toml."""

    def __init__(self, folder: Path) -> None:
        self.box = folder / "box.toml"
        self.box.write_text(BOX.replace('"classic"', '"The Crown"'), encoding="utf-8")
        self.crown = folder / "variants" / "crown.toml"
        self.crown.parent.mkdir()
        self.remarks: list[str] = []
        self.plays(3)

    def plays(self, tiles: int) -> None:
        """The Crown is played with so many tiles from now on."""
        self.crown.write_text(
            f'title = "The Crown"\nbased_on = "pub"\n[settings]\ntiles = {tiles}\n',
            encoding="utf-8",
        )

    @contextmanager
    def runs(self, *, anew: bool = False) -> Iterator[BoxTable]:
        """``boxctl run``, until the power is cut."""
        self.remarks.clear()
        journal, service = self.box.with_name("journal.db"), StopsAfterOneReload()
        table = BoxTable(
            read_box_to_go_on(self.box, journal),
            lambda _ruling: None,
            lambda _notice: None,
            self.remarks.append,
            journal=journal,
            anew=anew,
            chips=MockChips(monotonic_us),
            service=service,
        )
        service.stop = table.stop
        with table:
            yield table

    def begins(self) -> None:
        """A match is begun, and the power is cut."""
        with self.runs() as table:
            assert tiles(table) == (3, 3)
        forget_what_was_read()

    def chooses(self, table: BoxTable, game: str) -> None:
        """A phone chooses the game; a match in which nothing is thrown gives way to it."""
        chooser = table._runtime.chooser
        assert chooser is not None
        chooser.choose(WantedGame(game), ChosenBy.PHONE)
        # It does once all that was said in it is on the disk.
        run(table._runtime, table._inbox, monotonic_us, lambda: table._runtime.all_recorded)
        table._runtime.step(monotonic_us(), [])


def forget_what_was_read() -> None:
    """Another program is started next."""
    variants._standing_in.clear()
    variants._recalled.clear()


def tiles(table: BoxTable) -> tuple[int, int]:
    """The tiles of the match that is played, and of the next one."""
    runtime = table._runtime
    return runtime.referee.play.rules.tiles, runtime.following.rules.tiles


@pytest.fixture
def pub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pub:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_standing_in", {})
    return Pub(tmp_path)


def test_a_match_goes_on_by_its_own_rules_if_the_file_was_changed_while_the_box_was_off(
    pub: Pub,
) -> None:
    pub.begins()
    pub.plays(4)
    with pub.runs() as table:
        assert table.goes_on
        assert tiles(table) == (3, 4)
    (remark,) = pub.remarks
    assert remark.startswith("match 1 of The Crown goes on by the rules that it began with:")


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (lambda crown: crown.unlink(), 'BX201: there is no variant "crown"'),
        (lambda crown: crown.write_text(BROKEN), "crown.toml:1: title = 3 is no text"),
        (lambda crown: crown.write_bytes(b"\xff"), "crown.toml"),
        (lambda crown: crown.write_text('title = "Klackers"'), "BX209"),
    ],
    ids=["gone", "broken", "no text", "name taken"],
)
def test_a_match_goes_on_by_its_record_if_its_file_cannot_be_used(
    pub: Pub, harm: Callable[[Path], object], why: str
) -> None:
    pub.begins()
    harm(pub.crown)
    with pub.runs() as table:
        assert table.goes_on
        assert tiles(table) == (3, 3)
    (remark,) = pub.remarks
    assert remark.startswith("match 1 of The Crown goes on by the rules in its record")
    assert why in remark


@pytest.mark.parametrize("name", ["crown", "the crown", "./variants/crown.toml"])
def test_box_toml_may_name_the_lost_file_in_any_way(pub: Pub, name: str) -> None:
    pub.box.write_text(BOX.replace('"classic"', f'"{name}"'), encoding="utf-8")
    pub.begins()
    pub.crown.unlink()
    with pub.runs() as table:
        assert table.goes_on


def test_a_match_goes_on_though_another_file_has_its_title_now(pub: Pub) -> None:
    pub.begins()
    pub.crown.rename(pub.crown.with_name("rose.toml"))
    text = 'title = "The Crown"\nbased_on = "pub"\n[settings]\ntiles = 5\n'
    pub.crown.with_name("rose.toml").write_text(text, encoding="utf-8")
    with pub.runs() as table:
        assert table.goes_on
        assert tiles(table) == (3, 5)
    (remark,) = pub.remarks
    assert 'BX201: there is no variant "crown"' in remark


def test_a_game_that_people_chose_goes_on_though_its_file_has_gone(pub: Pub) -> None:
    pub.box.write_text(BOX, encoding="utf-8")
    with pub.runs() as table:
        pub.chooses(table, "The Crown")
        assert tiles(table) == (3, 3)
    pub.crown.unlink()
    forget_what_was_read()
    with pub.runs() as table:
        assert table.goes_on
        assert tiles(table) == (3, 3)
    (remark,) = pub.remarks
    assert 'BX201: there is no variant "crown"' in remark


def test_a_game_that_people_chose_is_played_by_its_file_from_the_next_match(pub: Pub) -> None:
    pub.box.write_text(BOX, encoding="utf-8")
    with pub.runs() as table:
        pub.chooses(table, "The Crown")
        pub.plays(4)
        table.reload()
        table.run()
        assert tiles(table) == (3, 4)
    assert pub.remarks[-1].startswith("the rules of The Crown were changed:")
    pub.plays(5)
    forget_what_was_read()
    with pub.runs() as table:
        assert table._runtime.following.rules.tiles == 5


def test_a_chosen_game_whose_file_breaks_is_said_and_box_toml_is_read_all_the_same(
    pub: Pub,
) -> None:
    pub.box.write_text(BOX, encoding="utf-8")
    with pub.runs() as table:
        pub.chooses(table, "The Crown")
        pub.crown.write_text(BROKEN)
        table.reload()
        table.run()
        assert tiles(table) == (3, 3)
    (remark,) = pub.remarks
    assert "crown.toml:1: title = 3 is no text" in remark


def test_what_is_chosen_after_a_reload_holds_after_a_power_cut(pub: Pub) -> None:
    """It was chosen instead of what box.toml says since the reload."""
    pub.box.write_text(BOX, encoding="utf-8")
    with pub.runs() as table:
        pub.box.write_text(BOX.replace("[tiles]", "set = { stake = 5 }\n[tiles]"), encoding="utf-8")
        table.reload()
        table.run()
        pub.chooses(table, "The Crown")
    with pub.runs() as table:
        assert table.goes_on
        assert tiles(table) == (3, 3)


def test_a_new_match_is_not_begun_by_the_rules_of_an_old_record(pub: Pub) -> None:
    """Whoever asks for another match gets none of a game whose file has gone."""
    pub.begins()
    pub.crown.unlink()
    with pytest.raises(RuleFault, match="BX201"), pub.runs(anew=True):
        pass


def test_a_setting_of_box_toml_that_has_changed_leaves_the_match_as_ever(pub: Pub) -> None:
    pub.begins()
    pub.plays(4)
    pub.box.write_text(pub.box.read_text().replace("[tiles]", "set = { stake = 5 }\n[tiles]"))
    with pub.runs() as table:
        assert not table.goes_on
        assert tiles(table) == (4, 4)


def test_without_a_match_to_go_on_with_the_box_says_what_is_wrong(pub: Pub) -> None:
    pub.crown.write_text(BROKEN)
    with pytest.raises(BoxFileFault, match="BX312"), pub.runs():
        pass


def test_whatever_else_is_wrong_with_box_toml_is_said_as_ever(pub: Pub) -> None:
    pub.begins()
    pub.crown.unlink()
    pub.box.write_text(pub.box.read_text().replace("tiles = 9", "tiles = 0"), encoding="utf-8")
    with pytest.raises(BoxFileFault, match=r"box\.tiles"), pub.runs():
        pass


def test_a_file_that_is_right_again_counts_from_the_next_match(pub: Pub) -> None:
    pub.begins()
    pub.crown.unlink()
    with pub.runs() as table:
        pub.plays(5)
        table.reload()
        table.run()
        assert tiles(table) == (3, 5)
    assert "The Crown were changed" in pub.remarks[-1]


def test_a_file_that_is_changed_meanwhile_counts_from_the_next_match(pub: Pub) -> None:
    with pub.runs() as table:
        pub.plays(5)
        table.reload()
        table.run()
        assert tiles(table) == (3, 5)
    assert pub.remarks == [
        "the rules of The Crown were changed: the match goes on by its own, and they count from "
        "the next match."
    ]


def test_a_file_that_is_broken_meanwhile_changes_nothing(pub: Pub) -> None:
    with pub.runs() as table:
        pub.crown.write_text(BROKEN)
        table.reload()
        table.run()
        assert tiles(table) == (3, 3)
    assert pub.remarks[-1] == UNCHANGED


def test_the_box_is_opened_as_before_though_the_file_has_gone(pub: Pub, tmp_path: Path) -> None:
    with pub.runs() as table:
        pub.crown.unlink()
        other = BOX.replace('driver = "pi"', f'driver = "serial"\nport = "{tmp_path}/nowhere"')
        pub.box.write_text(other, encoding="utf-8")
        table.reload()
        table.run()
        assert table.goes_on
        assert tiles(table) == (3, 3)
    assert pub.remarks[-1] == UNCHANGED


def test_a_right_file_needs_nobody_to_stand_in(pub: Pub) -> None:
    with pub.runs():
        assert stand_in(variants.load("crown")) is None


MENU = '[table]\nmenu = ["The Crown", "the-bell", "two-to-go"]\n'
"""The Bell was deleted."""


def test_a_box_offers_the_other_games_if_one_of_its_menu_is_gone(pub: Pub) -> None:
    pub.box.write_text(f"{BOX}\n{MENU}", encoding="utf-8")
    with pub.runs() as table:
        assert [line for line in pub.remarks if "BX201" in line] == [
            'BX201: there is no variant "the-bell"; [table] menu of box.toml names it, and the '
            "others are offered."
        ]
        chooser = table._runtime.chooser
        assert chooser is not None
        assert sorted(name for family in chooser.offers.families for name in family) == [
            "crown",
            "two-to-go",
        ]
        pub.chooses(table, "two-to-go")
        assert table._runtime.following.variant == "two-to-go"
        with pytest.raises(RuleFault, match="BX201"):
            chooser.choose(WantedGame("the-bell"), ChosenBy.PHONE)


def test_a_box_offers_the_other_games_if_the_file_of_one_is_broken(pub: Pub) -> None:
    menu = MENU.replace("The Crown", "crown")
    pub.box.write_text(f"{BOX}\n{menu}", encoding="utf-8")
    pub.plays(99)
    with pub.runs() as table:
        said = [line for line in pub.remarks if "[table] menu" in line]
        assert [line.split(":")[0] for line in said] == ["BX203", "BX201"]
        assert tiles(table) == (9, 9)


def test_doctor_and_check_name_the_game_that_is_gone(
    pub: Pub, capsys: pytest.CaptureFixture[str]
) -> None:
    pub.box.write_text(f"{BOX}\n{MENU}", encoding="utf-8")
    for command in (["run", "--check"], ["doctor"]):
        main([*command, "--config", str(pub.box)])
        told = capsys.readouterr()
        assert 'there is no variant "the-bell"' in told.out + told.err
        assert "BX312" in told.out + told.err
