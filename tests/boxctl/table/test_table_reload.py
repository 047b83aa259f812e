"""box.toml is read again while the table of ``boxctl run`` is played at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

from boxctl.presentation.notices import Notice
from boxctl.table.box_table import UNCHANGED, BoxTable
from boxctl.table.check_rules import check_box_file
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import language, use
from groundwork.system.threads import start_thread
from hardware.config.read import read_box
from hardware.devices import DeviceLost
from tests.support.chips.box_toml import with_change
from tests.support.chips.mock_chips import MockChips

LONG = 60
"""So long, in seconds, the table is waited for before the test is given up."""


class Evening:
    """A table that is played at, and what is remarked at it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write('driver = "pi"')
        self.chips = MockChips(monotonic_us)
        self.remarks: Queue[str] = Queue()
        self.notices: Queue[Notice] = Queue()
        self.ended_by: Fault | None = None
        self.table = BoxTable(
            read_box(path, check_box_file),
            lambda _ruling: None,
            self.notices.put,
            self.remarks.put,
            journal=path.with_name("journal.db"),
            chips=self.chips,
        )
        self.thread = Thread(target=self._play)

    def write(self, roller: str) -> None:
        serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
        text = with_change(serial, f"[roller]\n{roller}")
        with_three = 'variant = "classic"\nset = { tiles = 3 }'
        self.path.write_text(text.replace('variant = "classic"', with_three))

    def remark(self) -> str:
        return self.remarks.get(timeout=LONG)

    def _play(self) -> None:
        try:
            self.table.run()
        except Fault as fault:
            self.ended_by = fault


@contextmanager
def evening(path: Path) -> Iterator[Evening]:
    evening = Evening(path)
    with evening.table:
        start_thread(evening.thread)
        try:
            yield evening
        finally:
            evening.table.stop()
            evening.thread.join(LONG)


def test_a_box_that_cannot_be_opened_as_it_says_is_opened_as_before(tmp_path: Path) -> None:
    with evening(tmp_path / "box.toml") as played:
        held = [pin.held for pin in played.chips.header.pins]
        played.write(f'driver = "serial"\nport = "{tmp_path}/nowhere"')
        played.table.reload()
        assert "nowhere" in played.remark()
        assert played.remark() == UNCHANGED
        assert [pin.held for pin in played.chips.header.pins] == held


def test_what_is_remarked_is_in_the_language_of_the_program(tmp_path: Path) -> None:
    use(language("de"))
    with evening(tmp_path / "box.toml") as played:
        played.table.reload()
        assert played.remark() == f"in {played.path} steht dasselbe wie zuvor."
        played.path.write_text("[box")
        played.table.reload()
        assert played.remark()
        assert played.remark().startswith("alles bleibt, wie es war")
        played.chips.header.is_away = True
        assert isinstance(played.notices.get(timeout=LONG), DeviceLost)
        played.write('driver = "pi"\n[buzzer]\ndriver = "gpio"\npin = 26')
        played.table.reload()
        assert "solange der Chip pinctrl-rp1 der " in played.remark()


def test_nothing_is_opened_anew_while_a_chip_is_away(tmp_path: Path) -> None:
    with evening(tmp_path / "box.toml") as played:
        played.chips.header.is_away = True
        lost = played.notices.get(timeout=LONG)
        assert isinstance(lost, DeviceLost)
        played.write('driver = "pi"\n[buzzer]\ndriver = "gpio"\npin = 26')
        played.table.reload()
        assert "is not taken while the chip pinctrl-rp1 of the " in played.remark()
        assert played.thread.is_alive()


def test_a_table_that_cannot_be_opened_as_before_either_ends(tmp_path: Path) -> None:
    with evening(tmp_path / "box.toml") as played:
        played.write(f'driver = "serial"\nport = "{tmp_path}/nowhere"')
        played.chips.header.users[17] = "another program"
        played.table.reload()
        played.thread.join(LONG)
        assert played.ended_by is not None
        assert played.remark()
        assert played.remarks.empty()
