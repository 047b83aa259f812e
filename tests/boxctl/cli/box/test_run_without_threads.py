"""A box where the system allows no further thread: one sentence, and nothing stays open or lit."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import boxctl.cli.box.run
from boxctl.cli import main
from boxctl.table.box_table import BoxTable
from firmware_bridge.emulator.board import EmulatedBoard
from tests.support.chips.mock_chips import MockChips
from tests.support.tables.the_match import THE_MATCH

MORE_DEVICES = """
[buzzer]
driver = "gpio"
pin = 16
[voice]
driver = "espeak-ng"
"""
"""Beside the roller, those that have a thread of their own."""

STEPS = 3
"""So many steps of the loop are enough for every thread to be wanted."""

PLEASANT = {"best", "records"}
"""What these threads look for is looked for without them."""


class ShortEvening(BoxTable):
    """A box on pins in memory that is switched off after some steps."""

    chips: MockChips

    def __init__(self, *given: object, **named: object) -> None:
        ShortEvening.chips = MockChips()
        super().__init__(*given, chips=self.chips, **named)  # type: ignore[arg-type]
        self._steps = 0

    def _has_been_asked(self) -> bool:
        self._steps += 1
        if self._steps > STEPS:
            self.stop()
        return super()._has_been_asked()


class Refusal:
    """Refuses the thread of this number and all after it, as the system does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._start = threading.Thread.start
        self.refused: int | None = None
        self.asked: list[str] = []
        monkeypatch.setattr(threading.Thread, "start", lambda thread: self._counted(thread))

    def _counted(self, thread: threading.Thread) -> None:
        self.asked.append(thread.name)
        if self.refused is not None and len(self.asked) > self.refused:
            raise RuntimeError("can't start new thread")
        self._start(thread)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The command that runs it, with pages."""
    pytest.importorskip("starlette")
    before = {number: signal.getsignal(number) for number in signal.valid_signals()}
    speaks = tmp_path / "espeak-ng"
    speaks.write_text("#!/bin/sh\nexec cat > /dev/null\n")
    speaks.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(boxctl.cli.box.run, "BoxTable", ShortEvening)
    file = tmp_path / "box.toml"
    command = ["run", "--config", str(file), "--journal", str(tmp_path / "journal.db")]
    with EmulatedBoard(seed=3) as roller:
        file.write_text(THE_MATCH.box_toml(roller.port) + MORE_DEVICES)
        yield [*command, "--web", "127.0.0.1:0", "--lang", "en"]
    for number, handler in before.items():
        if signal.getsignal(number) != handler and handler is not None:
            signal.signal(number, handler)


def test_whichever_thread_is_refused_the_box_says_so_and_goes_dark(
    box: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    running, opened = set(threading.enumerate()), connections_opened(monkeypatch)
    refusal = Refusal(monkeypatch)
    assert main(box) == 0
    wanted = list(refusal.asked)
    assert {"pages", "boxctl buzzer", "boxctl voice", "journal"} <= set(wanted)
    assert any(name.startswith("roller") for name in wanted)

    for refusal.refused, name in enumerate(wanted):
        refusal.asked.clear()
        capfd.readouterr()
        status, said = main(box), capfd.readouterr().err
        assert (status, said.count("BX915")) == ((0, 0) if name in PLEASANT else (1, 1)), name
        assert "Traceback" not in said, name
        pins = ShortEvening.chips.header.pins
        assert [pin.line for pin in pins if pin.held] == [], name
        assert set(threading.enumerate()) <= running, name
        assert not any(map(is_open, opened)), name


def connections_opened(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def kept(*given: object, **named: object) -> sqlite3.Connection:
        opened.append(connect(*given, **named))  # type: ignore[call-overload]
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    return opened


def is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018
    except sqlite3.ProgrammingError:
        return False
    return True
