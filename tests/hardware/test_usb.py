"""A box on a board: what it tells, read as levers, buttons, lamps and dice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.table.loop import EventInbox
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.link.events import (
    BoardDefective,
    BoardState,
    ContactMoved,
    Gap,
    GapFound,
    RollerDown,
    RollerUp,
)
from firmware_bridge.port.find_port import PATIENCE_S, find_port
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.port.serial_port import PtyLine
from firmware_bridge.protocol.constants import (
    MAX_SETTLE_MS,
    Ability,
    Cause,
    Contact,
    Health,
    Task,
)
from firmware_bridge.protocol.messages import Hello, State
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import language, use
from hardware.config.tables.levers import MOST_ON_BOARD_MS, BoardSensor, BoardSensors
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled, Edge
from hardware.dice.serial_roller import dice_of, identity_of
from hardware.open_box import open_devices
from hardware.usb import BoardUse, UsbBox, UsbLamps, tell_times
from tests.firmware_bridge.conftest import PATIENCE
from tests.support.chips.box_toml import problems, read
from tests.support.firmware.emulated import needs_avr
from tests.support.firmware.pty_roller import PtyRoller

HELLO = Hello(1, 7, 1, 8, 1, 0x0102, Cause.POWER, Task.NONE, 2, 6, 9, Ability.LAMPS, "tiny")

USB = """\
[box]
tiles = 9
[rules]
variant = "classic"
[usb]
port = "/dev/nowhere"
[tiles]
driver = "usb"
[lamps]
driver = "usb"
[buttons]
driver = "usb"
[roller]
driver = "usb"
"""


def state(contacts: int, health: int = Health.GOOD, refused: int = 0) -> State:
    return State(1, 0, contacts, health, 0, refused, 0, 0)


@pytest.fixture
def told() -> list[DeviceEvent]:
    return []


@pytest.fixture
def box(told: list[DeviceEvent]) -> UsbBox:
    return UsbBox("/dev/ttyACM0", BoardUse(tiles=9), told.append)


def test_a_lever_is_an_edge_and_stands_so_from_then_on(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    box.hear(BoardState(0, 0x1FF, state(0x1FF)))
    box.hear(ContactMoved(5, 3, False))
    box.hear(ContactMoved(6, Contact.CONFIRM, True))
    assert told == [Edge(5, 3, False), Edge(6, "confirm", True)]
    reading = box.read()
    assert [number for number in range(1, 10) if not reading[number]] == [3]
    assert (reading["confirm"], reading["new"], reading["roll"]) == (True, False, False)


def test_a_lever_that_rests_the_other_way_round_is_read_the_other_way_round(
    told: list[DeviceEvent],
) -> None:
    levers = BoardSensors(others={3: BoardSensor(contact="normally_closed")})
    box = UsbBox("/dev/ttyACM0", BoardUse(9, levers=levers), told.append)
    box.hear(BoardState(0, 0x1FB, state(0x1FB)))
    box.hear(ContactMoved(5, 3, True))
    box.hear(ContactMoved(6, 2, False))
    assert told == [Edge(5, 3, False), Edge(6, 2, False)]
    assert [number for number in range(1, 10) if not box.read()[number]] == [2, 3]


def test_a_board_is_told_the_times_that_box_toml_says_and_no_others() -> None:
    class Board:
        def __init__(self) -> None:
            self.times: dict[int, int] = {}

        def settle(self, contact: int, ms: int) -> None:
            self.times[contact] = ms

    usual, slow = BoardSensor(), BoardSensor(debounce_ms=20)
    for levers, times in (
        (BoardSensors(), {}),
        (BoardSensors(usual, {2: slow}), {2: 20}),
        (BoardSensors(slow, {2: usual}), {1: 20, 3: 20}),
    ):
        board, uses = Board(), BoardUse(3, levers=levers)
        tell_times(board, uses)
        assert board.times == times
        assert uses.own_times == bool(times)


def test_the_longest_time_in_box_toml_is_the_longest_of_the_protocol() -> None:
    assert MOST_ON_BOARD_MS == MAX_SETTLE_MS


def test_a_reading_with_changes_under_way_is_not_believed(box: UsbBox) -> None:
    box.hear(BoardState(0, 0x1FF, state(0x1FF)))
    box.hear(BoardState(1, None, state(0)))
    assert all(box.read()[number] for number in range(1, 10))


def test_tiles_that_the_box_does_not_have_are_passed_over(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    box.hear(ContactMoved(5, 10, True))
    assert told == []
    assert 10 not in box.read()


def test_another_board_in_its_place_is_not_listened_to(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    box.hear(RollerUp(0, HELLO))
    box.hear(BoardState(1, 0x1FF, state(0x1FF)))
    box.hear(RollerDown(2, "the port has hung up"))
    told.clear()
    box.hear(RollerUp(3, replace(HELLO, tiles=2, name="other")))
    box.hear(ContactMoved(4, 1, False))
    box.hear(BoardState(5, 0b10, state(0b10)))
    (lost,) = told
    assert isinstance(lost, DeviceLost)
    assert lost.refused
    assert lost.why.startswith('BX512: the board "other" on /dev/ttyACM0 has no 9 tiles')
    assert all(box.read()[number] for number in range(1, 10))
    box.hear(RollerUp(6, HELLO))
    box.hear(ContactMoved(7, 1, False))
    assert told[2:] == [Edge(7, 1, False)]


def test_the_board_is_described_in_the_language_of_the_program(told: list[DeviceEvent]) -> None:
    use(language("de"))
    parts = UsbBox("/dev/ttyACM0", BoardUse(9), told.append)
    parts.hear(RollerUp(0, replace(HELLO, dice=1)))
    (back,) = told
    assert isinstance(back, DeviceBack)
    assert back.what == "tiny, Firmware 1.2, 9 Klappen, Lampen, 1 Würfel mit 6 Seiten"


def test_what_is_not_used_is_not_told(told: list[DeviceEvent]) -> None:
    box = UsbBox("/dev/ttyACM0", BoardUse(tiles=9, buttons=False, dice=False), told.append)
    box.hear(ContactMoved(5, Contact.NEW, True))
    box.hear(DiceRolled(6, (3, 4), 0, 1))
    box.hear(BoardState(7, 0, state(0, Health.REPEATS)))
    assert told == []
    assert "new" not in box.read()


def test_a_throw_keeps_its_name_and_whether_it_is_late(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    box.hear(DiceRolled(5, (3, None), 7, 2))
    box.hear(DiceRolled(6, (1, 2), 7, 3, late=True))
    box.hear(DiceRolled(7, (1, 2), 7, 4, late=True))
    assert told == [
        DiceRolled(5, (3, None), 7, 2),
        DiceRolled(6, (1, 2), 7, 3, late=True),
        DiceRolled(7, (1, 2), 7, 4, late=True),
    ]


def test_unfit_dice_are_told_of_once_and_when_they_are_fit_again(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    for at, health in enumerate([0, 2, 2, 0, 0]):
        box.hear(BoardState(at, 0, state(0, health)))
    assert [(type(event), event.at) for event in told] == [(DeviceLost, 1), (DeviceBack, 3)]
    assert "stuck or silent" in str(told[0])


def test_a_board_that_comes_and_goes_is_told_of(box: UsbBox, told: list[DeviceEvent]) -> None:
    box.hear(RollerUp(1, HELLO))
    box.hear(RollerDown(2, "gone"))
    box.hear(GapFound(3, Gap("change", 8, 4, 6)))
    assert told[0] == DeviceBack(
        1,
        "board",
        "tiny, firmware 1.2, 9 tiles, lamps, 2 dice with 6 sides",
        identity_of(HELLO),
        dice_of(HELLO),
    )
    assert told[1] == DeviceLost(2, "board", "gone")
    assert "changes 4 to 6" in str(told[2])
    assert isinstance(told[3], DeviceBack)


def test_throws_that_never_come_are_told_of_and_the_next_are_not_doubted(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    box.hear(GapFound(3, Gap("throw", 0x5EED, 4, 6)))
    assert "throws 4 to 6 of series 00005EED never came" in str(told[0])
    assert isinstance(told[1], DeviceBack)


def test_a_defect_of_the_board_is_told_and_the_board_goes_on(
    box: UsbBox, told: list[DeviceEvent]
) -> None:
    box.hear(BoardDefective(5, Fault("BX517", "its memory wears out")))
    lost, back = told
    assert lost == DeviceLost(5, "board", "BX517: its memory wears out")
    assert isinstance(back, DeviceBack)


def test_only_another_picture_goes_to_the_lamps() -> None:
    class Board:
        shown: list[int] = []  # noqa: RUF012

        def light(self, tiles: int) -> None:
            self.shown.append(tiles)

    lamps = UsbLamps(Board())
    for lit in (0, 0, 5, 5, 0):
        lamps.show(lit)
    assert Board.shown == [0, 5, 0]


@needs_avr
def test_a_whole_box_is_opened_read_lit_and_left_dark(tmp_path: Path) -> None:
    inbox = EventInbox(monotonic_us)
    with EmulatedBoard("small_box", seed=3, contacts=0b101) as board:
        text = USB.replace("/dev/nowhere", board.port)
        text = text.replace('[buttons]\ndriver = "usb"\n', "")
        with open_devices(read(tmp_path, text), monotonic_us, inbox.hand_over) as box:
            assert box.dice is None
            assert [number for number, on in box.read().items() if on] == [1, 3]
            box.lamps.show(0b11)
            board.contact(2, True)
            wanted = Edge
            while not any(
                isinstance(event, wanted) for event in inbox.take(monotonic_us() + 10**7)
            ):
                pass
            assert box.read()[2]
            end = monotonic_us() + round(PATIENCE * 1_000_000)
            while board.lamps() != 0b11:
                assert monotonic_us() < end, "the lamps are not lit"
                inbox.take(monotonic_us() + 10_000)
        assert board.lamps() == 0


@needs_avr
def test_a_board_is_told_its_times_once_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(SerialBoard, "settle", lambda _board, *time: told.append(time))
    other = '[tiles]\ndriver = "usb"\n[[tiles.except]]\ntiles = "4"\nsensor = "switch"\n'
    with EmulatedBoard("small_box", seed=3, contacts=0b101) as board:
        text = USB.replace("/dev/nowhere", board.port).replace('[tiles]\ndriver = "usb"\n', other)
        with open_devices(read(tmp_path, text), monotonic_us, lambda _: None):
            assert told == [(4, 10)]


def test_a_board_that_cannot_be_told_a_time_is_refused(tmp_path: Path) -> None:
    with PtyRoller(name="an old board") as roller:
        text = USB.replace("/dev/nowhere", roller.port).replace("tiles = 9", "tiles = 1")
        text = text.replace(
            '[tiles]\ndriver = "usb"\n', '[tiles]\ndriver = "usb"\ndebounce_ms = 9\n'
        )
        with pytest.raises(Fault, match="no debounce time for a lever") as caught:
            open_devices(read(tmp_path, text), monotonic_us, lambda _: None)
    assert caught.value.code == "BX512"


@needs_avr
def test_a_board_for_another_box_is_refused(tmp_path: Path) -> None:
    with EmulatedBoard("roller", seed=3) as board:
        text = USB.replace("/dev/nowhere", board.port)
        with pytest.raises(Fault, match="no 9 tiles and no lamps") as caught:
            open_devices(read(tmp_path, text), monotonic_us, lambda _: None)
    assert caught.value.code == "BX512"


def test_a_device_that_does_not_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.usb.ANSWERS_WITHIN_S", 0.1)
    line = PtyLine(tmp_path / "port")
    text = USB.replace("/dev/nowhere", str(tmp_path / "port"))
    with pytest.raises(Fault, match="has not answered") as caught:
        open_devices(read(tmp_path, text), monotonic_us, lambda _: None)
    assert caught.value.code == "BX511"
    line.close()


def test_the_board_is_found_among_other_devices(tmp_path: Path) -> None:
    with PtyRoller(name="the one") as roller:
        line = PtyLine(tmp_path / "mute")
        among = [str(tmp_path / "mute"), str(tmp_path / "gone"), roller.port]
        assert find_port(lambda hello: hello.dice == 2, "roller", among) == (roller.port)
        with pytest.raises(Fault) as caught:
            find_port(lambda hello: hello.tiles > 0, "box", among, patience=0.5)
        line.close()
    assert caught.value.code == "BX510"
    assert f"{among[0]} does not answer" in str(caught.value)
    assert f"{among[1]} cannot be asked (BX501)" in str(caught.value)
    assert 'is "the one", which is no box' in str(caught.value)


def test_a_mute_device_is_asked_until_the_patience_ends(tmp_path: Path) -> None:
    seconds = iter(range(100))
    line = PtyLine(tmp_path / "mute")
    with pytest.raises(Fault, match="does not answer"):
        find_port(
            lambda _: True,
            "board",
            [str(tmp_path / "mute")],
            clock=lambda: next(seconds) * 1_000_000,
        )
    line.close()
    assert next(seconds) > PATIENCE_S


def test_drivers_that_do_not_go_together(tmp_path: Path) -> None:
    pins = '[lamps]\ndriver = "gpio"\npins = [4, 5, 6, 7, 8, 9, 10, 11, 12]\n'
    mixed = USB.replace('[lamps]\ndriver = "usb"\n', pins)
    assert [problem.code for problem in problems(tmp_path, mixed)] == ["BX313"]


@pytest.mark.parametrize(("port", "codes"), [("/dev/nowhere", ["BX313"]), ("/dev/other", [])])
def test_a_roller_has_a_port_of_its_own(tmp_path: Path, port: str, codes: list[str]) -> None:
    of_its_own = USB.replace(
        '[roller]\ndriver = "usb"', f'[roller]\ndriver = "serial"\nport = "{port}"'
    )
    assert [problem.code for problem in problems(tmp_path, of_its_own)] == codes


def test_two_boards_that_are_looked_for_are_no_contradiction(tmp_path: Path) -> None:
    text = USB.replace('[roller]\ndriver = "usb"', '[roller]\ndriver = "serial"')
    assert not problems(tmp_path, text.replace("/dev/nowhere", "auto"))


@needs_avr
def test_the_pi_may_throw_for_a_board(tmp_path: Path) -> None:
    with EmulatedBoard("small_box", seed=3, contacts=0b101) as board:
        text = USB.replace("/dev/nowhere", board.port)
        text = text.replace('[roller]\ndriver = "usb"', '[roller]\ndriver = "pi"')
        with open_devices(read(tmp_path, text), monotonic_us, lambda _: None) as box:
            assert box.dice is not None
            assert len(box.dice.roll(2, 6)) == 2
