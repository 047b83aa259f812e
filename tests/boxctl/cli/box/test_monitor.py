"""The command ``boxctl monitor``, line by line, on mock pins."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import boxctl.monitor.open_monitor
from boxctl.cli import main
from boxctl.table.check_rules import WiredBox, check_box_file, name_of
from groundwork.clock import monotonic_us
from hardware.config.box_file import BoxFile
from hardware.config.read import read_box
from hardware.devices import Clock, EventSink
from hardware.gpio.open_chip import OpenChips
from tests.boxctl.monitor.a_monitored_box import BOX_TOML
from tests.support.chips.mock_chips import MockChips
from tests.support.records.worn_box import ageing, record_days, steady


class _Bench:
    """A box.toml whose pins are in memory, and the monitor that is started on it."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.config = directory / "box.toml"
        self.config.write_text(BOX_TOML)
        self.journal = directory / "journal.db"
        self.chips = MockChips(monotonic_us)
        self._patch = monkeypatch

        def on_mock_pins(
            box_file: BoxFile, clock: Clock, hand_over: EventSink, _chips: OpenChips | None
        ) -> WiredBox:
            return WiredBox(box_file, clock, hand_over, self.chips)

        monkeypatch.setattr(boxctl.monitor.open_monitor, "WiredBox", on_mock_pins)
        monkeypatch.setattr("signal.signal", lambda *_: None)

    def monitors(self, typed: str, *options: str) -> int:
        self._patch.setattr("sys.stdin", io.StringIO(typed))
        given = ["--config", str(self.config), "--journal", str(self.journal), *options]
        return main(["monitor", *given])


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Bench:
    return _Bench(tmp_path, monkeypatch)


def test_orders_are_obeyed_until_the_end(bench: _Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.monitors("help\nthrow\nsay\nquit\n") == 0
    printed = capsys.readouterr()
    assert "  lamp N                      switch the lamp of tile N" in printed.err
    assert "boxctl: this box has no voice" in printed.err
    assert "the dice show" in printed.out
    tables = [line for line in printed.out.splitlines() if line.startswith("contact")]
    assert len(tables) == 2


def test_a_log_is_lines_of_json(bench: _Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.monitors("throw\nquit\n", "--json") == 0
    first, thrown, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [contact.get("tile") for contact in first["table"]["contacts"]][:3] == [1, 2, 3]
    assert len(thrown["throw"]) == 2
    table = last["table"]
    assert (table["throws"], table["dice"]) == (1, thrown["throw"])
    assert table["thrown_at"] == pytest.approx(thrown["at"])
    assert table["lit"] == [
        each["tile"] for each in table["contacts"] if "tile" in each and each["state"] == "open"
    ]
    assert table["devices"]["lamps"] == {"answers": True, "losses": 0}


def test_every_field_of_a_log_is_documented(
    bench: _Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.monitors("throw\nquit\n", "--json")
    page = (Path(__file__).parents[4] / "docs/monitor.md").read_text(encoding="utf-8")
    told = page.partition("## As a log")[2].partition("\n## ")[0]
    _first, thrown, last = map(json.loads, capsys.readouterr().out.splitlines())
    tables = (thrown, last["table"], *last["table"]["contacts"])
    fields = {key for table in tables for key in table} | {"answers", "losses", "moved", "says"}
    assert {field for field in fields if f"`{field}`" not in told} == set()


def test_a_box_without_lamps_says_so(bench: _Bench, capsys: pytest.CaptureFixture[str]) -> None:
    lamps = BOX_TOML[BOX_TOML.index("[lamps]") : BOX_TOML.index("[buttons]")]
    bench.config.write_text(BOX_TOML.replace(lamps, ""))
    bench.monitors("lamp 1\nlamps all\nquit\n")
    printed = capsys.readouterr()
    assert printed.err.count("this box has no lamps") == 2
    assert "lit" not in printed.out


def test_lamps_are_dark_when_it_has_ended(bench: _Bench) -> None:
    bench.monitors("lamps all\nquit\n")
    assert bench.chips.pin(14).shown[-2:] == [True, False]


def test_what_gets_worse_is_said_first(bench: _Bench, capsys: pytest.CaptureFixture[str]) -> None:
    box = name_of(read_box(bench.config, check_box_file))
    record_days(bench.journal, 36, {2: ageing, 3: steady}, box=box)
    bench.monitors("quit\n")
    assert capsys.readouterr().err.startswith("BX410: tile 2 gets worse since ")


def test_pins_that_another_program_has_are_named(
    bench: _Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.chips.pin(4).chip.users[4] = "boxctl"
    assert bench.monitors("quit\n") == 1
    assert capsys.readouterr().err.startswith("BX404: ")
