"""The pin factory: names to pins, and what all pins of it share.

It notices a fork by a count that the interpreter keeps: a pin is used thousands of times a second,
and asking for the process's number would be a system call each time.
"""

from __future__ import annotations

import os
from collections import defaultdict
from contextlib import suppress
from threading import Lock, RLock
from typing import Any
from weakref import ref

from gpiozero.exc import GPIOPinInUse, PinInvalidPin, PinUnknownPi
from gpiozero.pins import BoardInfo, PinInfo
from gpiozero.pins.local import LocalPiFactory

from gpiozero_gpiod.chips import (
    NOT_SET,
    ChipInfo,
    ChipNotFound,
    FactoryClosed,
    FactoryForked,
    LineNotFound,
    chips_present,
    find_chip,
    find_header_chip,
)
from gpiozero_gpiod.edge_thread import EdgeThread, HeldLines
from gpiozero_gpiod.hardware_pwm import PwmChannel, PwmPin, pwm_channels
from gpiozero_gpiod.line_request import HeldRequest, LineSettings
from gpiozero_gpiod.pin import GpiodPin

_forks = 0


def forks_so_far() -> int:
    """Return how many forks this process and its parents have gone through since the import."""
    return _forks


def _forked() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_forked)


class GpiodFactory(LocalPiFactory):
    """Pins on the lines of this machine's gpiochips. ``chip`` is the one that plain names mean.

    It is named by its number, label, name or device; without a name it is the chip of the
    Raspberry Pi's header. A pin is named as in every factory (``17``, ``"GPIO17"``, ``"BOARD11"``,
    ``"J8:11"``), or with its chip (``"expander:3"``, ``"gpiochip1:3"``, ``"1-0020:3"``).

    ``consumer`` is the name under which other programs see its lines in use.

    Thread-safe. Not usable in a process that was forked after it was made: what it is asked there
    raises :class:`FactoryForked`.
    """

    def __init__(self, chip: int | str | None = None, consumer: str = "gpiozero") -> None:
        super().__init__()
        # gpiozero shares these between its own factories; here the kernel does that.
        self.pins: dict[Any, GpiodPin | PwmPin] = {}
        self._reservations: dict[Any, list[ref[Any]]] = defaultdict(list)
        self._res_lock = Lock()
        self.edges = EdgeThread()
        self._info: Any = None
        self._chip = None if chip is None else str(chip)
        self._consumer = consumer
        self._present = chips_present()
        self._found: dict[int | str, tuple[Any, ChipInfo, int]] = {}
        self._held: dict[tuple[str, int], HeldLines] = {}
        self._pwm: dict[int, PwmChannel] | None = None
        # Replaced, never changed: who finds a chip gone goes through them without a lock.
        self._requests: tuple[ref[HeldRequest], ...] = ()
        self._lock = RLock()
        self._forks = forks_so_far()
        self._closed = False

    @property
    def chip(self) -> ChipInfo:
        """The chip that names without one mean. Raises :class:`ChipNotFound`."""
        present = self._present
        return find_header_chip(present) if self._chip is None else find_chip(self._chip, present)

    def pin(self, name: int | str) -> GpiodPin | PwmPin:
        """Return the pin of this name; every name of a line gives the same pin.

        It is a :class:`PwmPin` where the device tree gives the line to the kernel's PWM, unless the
        line is held with others. Raises :class:`PinInvalidPin`, :class:`LineInUse`,
        :class:`PwmRefused` or :class:`ChipNotPermitted`.
        """
        self.check_usable()
        with self._lock:
            info, chip, offset = self._find(name)
            if info not in self.pins:
                held = self._held.get((chip.lasting_name, offset))
                channel = None if held else self._pwm_channel(chip, offset)
                if channel is not None:
                    self.pins[info] = PwmPin(self, info, channel)
                else:
                    request = (
                        held.request if held else self._request(chip, {offset: LineSettings()})
                    )
                    self.pins[info] = GpiodPin(self, info, request, offset)
            return self.pins[info]

    def hold(self, *names: int | str) -> HeldLines:
        """Hold these lines in one request, as inputs, before devices are made on them.

        They are of one chip. Raises what :meth:`pin` does, and :class:`GPIOPinInUse` if a device
        has one of them already.
        """
        self.check_usable()
        with self._lock:
            found = [self._find(name) for name in names]
            chips = {chip.lasting_name: chip for _info, chip, _offset in found}
            if len(chips) != 1:
                raise PinInvalidPin("lines that are held together are lines of one chip")
            for info, chip, offset in found:
                if info in self.pins or (chip.lasting_name, offset) in self._held:
                    raise GPIOPinInUse(f"pin {info.name} is already in use")
            (chip,) = chips.values()
            settings = {offset: LineSettings(pull=None) for _info, _chip, offset in found}
            held = HeldLines(self._request(chip, settings))
            self._held |= {(chip.lasting_name, offset): held for offset in settings}
            return held

    def let_go(self, held: HeldLines) -> None:
        """Release lines that were held together, once no device uses them."""
        with self._lock:
            self._held = {line: each for line, each in self._held.items() if each is not held}
        held.request.close()

    def reserve_pins(self, requester: Any, *names: int | str) -> None:
        """Reserve these lines for a device. Raises :class:`GPIOPinInUse` where another has one."""
        infos = [self._find(name)[0] for name in names]
        with self._res_lock:
            for info in infos:
                for reserver in [reference() for reference in self._reservations[info]]:
                    if reserver is not None and requester._conflicts_with(reserver):
                        raise GPIOPinInUse(f"pin {info.name} is already in use by {reserver!r}")
                self._reservations[info].append(ref(requester))

    def release_pins(self, reserver: Any, *names: int | str) -> None:
        """Release the reservations of a device; do nothing if it has none."""
        for name in names:
            with suppress(PinInvalidPin):
                info = self._find(name)[0]
                with self._res_lock:
                    self._reservations[info] = [
                        reference
                        for reference in self._reservations[info]
                        if reference() not in (reserver, None)
                    ]

    def close(self) -> None:
        """Close every pin and end the edge thread. May be called more than once."""
        if self._closed or self._forks != forks_so_far():
            return
        with self._lock:
            for pin in list(self.pins.values()):
                pin.close()
            for held in set(self._held.values()):
                held.request.close()
            self._held.clear()
        self._closed = True
        self.edges.close()

    # For its pins.

    def check_usable(self) -> None:
        """Raise :class:`FactoryForked` or :class:`FactoryClosed` if no pin may be used any more."""
        if self._forks != forks_so_far():
            raise FactoryForked(
                "this pin factory was made before the process was forked: make another one "
                "(GpiodFactory()) in the child, after the parent has closed its pins"
            )
        if self._closed:
            raise FactoryClosed("this pin factory is closed: make another one")

    def can_pull(self, request: HeldRequest) -> bool:
        """Whether the lines of this request have pulls that can be switched: the header's have."""
        with suppress(PinInvalidPin):
            return request.chip.label == self.chip.label
        return False

    def level(self, request: HeldRequest, offset: int) -> bool:
        """Return the level of a line, through the request that holds it."""
        held = self._held.get((request.chip.lasting_name, offset))
        return request.read([offset])[offset] if held is None else held.level(offset)

    def drive(self, request: HeldRequest, offset: int, high: bool) -> None:
        """Drive a line, through the request that holds it."""
        held = self._held.get((request.chip.lasting_name, offset))
        if held is None:
            request.write({offset: high})
        else:
            held.drive(offset, high)

    def forget(self, pin: GpiodPin, request: HeldRequest, offset: int) -> None:
        """Release the line of a closed pin, unless it is held with others."""
        with self._lock:
            if self.pins.get(pin.info) is pin:
                del self.pins[pin.info]
            if (request.chip.lasting_name, offset) in self._held:
                with suppress(*NOT_SET):
                    request.configure(offset, LineSettings(pull=None))
            else:
                request.close()

    def forget_pwm(self, pin: PwmPin) -> None:
        """Drop a closed pin of the kernel's PWM."""
        with self._lock:
            if self.pins.get(pin.info) is pin:
                del self.pins[pin.info]

    def _pwm_channel(self, chip: ChipInfo, offset: int) -> PwmChannel | None:
        """Return the channel of a line that the device tree gives to the kernel's PWM."""
        with suppress(ChipNotFound):
            if chip == self.chip:
                if self._pwm is None:
                    self._pwm = pwm_channels(chip)
                return self._pwm.get(offset)
        return None

    # Names.

    def _get_board_info(self) -> Any:
        if self._info is None:
            try:
                super()._get_board_info()
            except PinUnknownPi:
                self._info = _BOARD_WITHOUT_A_HEADER
        return self._info

    def _find(self, name: int | str) -> tuple[Any, ChipInfo, int]:
        """Return the info, chip and offset of a name. Raises :class:`PinInvalidPin`."""
        with self._lock:
            found = self._found.get(name)
            if found is None:
                found = self._found[name] = self._find_anew(name)
            return found

    def _find_anew(self, name: int | str) -> tuple[Any, ChipInfo, int]:
        with suppress(ChipNotFound):
            return self._find_among(name)
        # One may have been plugged in since.
        self._present = chips_present()
        self._found.clear()
        return self._find_among(name)

    def _find_among(self, name: int | str) -> tuple[Any, ChipInfo, int]:
        for _header, info in self.board_info.find_pin(name):
            if "gpio" not in info.interfaces:
                raise PinInvalidPin(f"{info.name} is not a GPIO pin")
            return info, self.chip, int(info.name[len("GPIO") :])
        chip_name, colon, line = str(name).rpartition(":")
        if colon:
            chip = find_chip(chip_name, self._present)
        elif self.board_info is _BOARD_WITHOUT_A_HEADER:
            chip, line = self.chip, line.removeprefix("GPIO")
        else:
            raise PinInvalidPin(f"{name} is not a valid pin name")
        if not line.isascii() or not line.isdigit() or int(line) >= chip.lines:
            raise LineNotFound(
                f"there is no pin {name}: {chip} has lines 0 to {chip.lines - 1}, "
                f"such as {chip.name}:0"
            )
        return self._info_of(chip, int(line)), chip, int(line)

    def _info_of(self, chip: ChipInfo, offset: int) -> Any:
        """Return the info of a line, the same for each of its names: the header's if it has one."""
        with suppress(ChipNotFound):
            if chip == self.chip:
                for _header, info in self.board_info.find_pin(f"GPIO{offset}"):
                    return info
        name = f"{chip.lasting_name}:{offset}"
        names = frozenset({name, f"{chip.name}:{offset}", f"{chip.label}:{offset}"})
        return PinInfo(offset, name, names, "", 1, 1, frozenset({"gpio"}))

    def _request(self, chip: ChipInfo, lines: dict[int, LineSettings]) -> HeldRequest:
        """Request lines of a chip. Call it with the lock."""

        def find() -> ChipInfo:
            return find_chip(chip.lasting_name, chips_present())

        request = HeldRequest(find, lines, self._consumer, self._chip_lost)
        still_used = (each for each in self._requests if each() is not None)
        self._requests = (*still_used, ref(request))
        return request

    def _chip_lost(self, found_by: HeldRequest) -> None:
        """Have every request on this chip come back with it, even one that nobody uses now.

        Kernels before 6.6 do not wake who waits for the edges of a chip that goes away.
        """
        for reference in self._requests:
            request = reference()
            if request is None or request is found_by:
                continue
            if request.chip == found_by.chip:
                request.lose()
        self.edges.look_for_lost_chips()


_BOARD_WITHOUT_A_HEADER = BoardInfo(
    "0000", "???", "?", "?", "?", "?", 0, "?", 0, 0, 0, 0, False, False, 0, 0, {}, None
)
"""The board of a machine that is no Raspberry Pi: its pins are the lines of a chip."""
