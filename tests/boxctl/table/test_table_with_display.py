"""The table of ``boxctl run`` with a display in its box.toml."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from queue import Queue
from threading import Thread

from pytest_mock import MockerFixture

from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from groundwork.clock import monotonic_us
from hardware.config.read import read_box
from hardware.devices import TextLine
from tests.support.chips.box_toml import with_change
from tests.support.chips.mock_chips import MockChips
from tests.support.some_views import FACES

LONG = 60
"""So long, in seconds, a display is waited for before the test is given up."""


class Paper:
    """A display that keeps what it is given."""

    face = FACES["lcd"]

    def __init__(self) -> None:
        self.written: Queue[list[str]] = Queue()
        self.closed = False

    def show(self, lines: Sequence[TextLine]) -> None:
        self.written.put([line.text for line in lines])

    def check(self, now: int) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def test_the_table_is_seen_on_its_display(tmp_path: Path, mocker: MockerFixture) -> None:
    paper = Paper()
    mocker.patch("hardware.display.open.open_display", return_value=paper)
    serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    text = with_change(serial, '[roller]\ndriver = "pi"\n[display]\ndriver = "hd44780"')
    path = tmp_path / "box.toml"
    path.write_text(text.replace('variant = "classic"', 'variant = "classic"\nset = { tiles = 3 }'))
    chips = MockChips(monotonic_us)
    for number in (4, 17, 27):
        chips.pin(number).drive_high()
    table = BoxTable(
        read_box(path, check_box_file),
        lambda _ruling: None,
        lambda _notice: None,
        lambda _words: None,
        chips=chips,
    )
    with table:
        playing = Thread(target=table.run)
        playing.start()
        try:
            assert paper.written.get(timeout=LONG) == ["Player 1: throw", "open 1-3"]
        finally:
            table.stop()
            playing.join(LONG)
    assert paper.closed
