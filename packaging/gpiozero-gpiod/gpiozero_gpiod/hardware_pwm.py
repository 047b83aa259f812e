"""Pins whose pulses the kernel makes (``/sys/class/pwm``): steady enough for a servo.

The device tree gives a pin of the header to the PWM (``dtoverlay=pwm,pin=18,func=2``). Such a pin
is an output and nothing else: to request its line as well would take it away from the PWM.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any, Protocol

from gpiozero.exc import (
    PinEdgeDetectUnsupported,
    PinFixedPull,
    PinInvalidFunction,
    PinInvalidState,
)
from gpiozero.pins import Pin
from gpiozero.pins.local import LocalPiPin

from gpiozero_gpiod.chips import ChipInfo, LineProblem

SYS = Path("/sys")

_OF_BROADCOM = {12: 0, 13: 1, 18: 0, 19: 1}
CHANNELS = {
    "pinctrl-bcm2835": _OF_BROADCOM,
    "pinctrl-bcm2711": _OF_BROADCOM,
    "pinctrl-rp1": {12: 0, 13: 1, 18: 2, 19: 3},
}
"""The channel that a pin of the header can be given to, by the label of the header's chip."""

STEADY_HZ = 100.0
"""The frequency of a pin that is only high or low."""

_SECOND_NS = 1_000_000_000
_LOOKS, _LOOK_S = 50, 0.02


class PwmRefused(LineProblem, OSError):
    """The kernel's PWM cannot be had, or not set so."""


@dataclass(frozen=True, slots=True)
class PwmChannel:
    """Channel ``number`` of the PWM at ``chip``, a folder of ``/sys/class/pwm``."""

    chip: Path
    number: int

    def __str__(self) -> str:
        return f"channel {self.number} of {self.chip.name}"


def pwm_channels(header: ChipInfo, sys: Path | None = None) -> dict[int, PwmChannel]:
    """Return the channel of each line of the header that the device tree gives to a PWM."""
    sys = SYS if sys is None else sys
    of_label = CHANNELS.get(header.label, {})
    found: dict[int, PwmChannel] = {}
    for chip in sorted(sys.glob("class/pwm/pwmchip*")):
        asked = _numbers(chip / "device/of_node/pinctrl-0")
        for line in _lines_of(asked, sys / "bus/gpio/devices" / header.name):
            if line in of_label:
                found.setdefault(line, PwmChannel(chip, of_label[line]))
    return found


def _lines_of(handles: tuple[int, ...], gpiochip: Path) -> Iterator[int]:
    """The lines of the settings that these handles of the device tree name."""
    with suppress(OSError):
        controller = Path(os.path.realpath(gpiochip, strict=True)).parent / "of_node"
        for settings in sorted(controller.iterdir()):
            if set(_numbers(settings / "phandle")) & set(handles):
                yield from _numbers(settings / "brcm,pins")
                for name in _text(settings / "pins"):
                    if name.startswith("gpio") and name[4:].isdecimal():
                        yield int(name[4:])


def _numbers(property_: Path) -> tuple[int, ...]:
    """The numbers of a property of the device tree: 32 bits each, the highest first."""
    with suppress(OSError, struct.error):
        content = property_.read_bytes()
        return struct.unpack(f">{len(content) // 4}I", content)
    return ()


def _text(property_: Path) -> list[str]:
    with suppress(OSError, UnicodeDecodeError):
        return [each for each in property_.read_bytes().decode("ascii").split("\0") if each]
    return []


class HardwarePwm:
    """A channel of the kernel's PWM, high for ``duty`` (0 to 1) of every 1 / ``frequency`` seconds.

    It is low until a duty is set. One that another program has left exported is taken over.
    ``sleep`` waits for seconds: a user's rights come a moment after the channel. Thread-safe.
    Raises :class:`PwmRefused`, as do its methods.
    """

    def __init__(self, channel: PwmChannel, sleep: Callable[[float], object] = time.sleep) -> None:
        self._channel = channel
        self._place = channel.chip / f"pwm{channel.number}"
        self._lock = RLock()
        self._frequency, self._duty = STEADY_HZ, 0.0
        if not self._place.exists():
            self._write(channel.chip / "export", channel.number)
        for _ in range(_LOOKS):
            if os.access(self._place / "duty_cycle", os.W_OK):
                break
            sleep(_LOOK_S)
        # The kernel refuses to set anything of a channel that has no period yet.
        self._period_ns = self._period_left()
        if self._period_ns:
            self._write(self._place / "duty_cycle", 0)
        self._set()
        self._write(self._place / "enable", 1)

    @property
    def frequency(self) -> float:
        """The pulses a second."""
        return self._frequency

    @frequency.setter
    def frequency(self, value: float) -> None:
        with self._lock:
            self._frequency = value
            self._set()

    @property
    def duty(self) -> float:
        """The part of the time for which it is high, from 0 to 1."""
        return self._duty

    @duty.setter
    def duty(self, value: float) -> None:
        with self._lock:
            self._duty = value
            self._set()

    def close(self) -> None:
        """End the pulses, low, and give the channel back, even if it does not answer."""
        with self._lock:
            for file, value in (
                (self._place / "duty_cycle", 0),
                (self._place / "enable", 0),
                (self._channel.chip / "unexport", self._channel.number),
            ):
                with suppress(PwmRefused):
                    self._write(file, value)

    def _set(self) -> None:
        period = round(_SECOND_NS / self._frequency)
        steps = [("period", period), ("duty_cycle", round(period * self._duty))]
        if period < self._period_ns:
            steps.reverse()  # The kernel refuses a period that is shorter than its pulse.
        for name, value in steps:
            self._write(self._place / name, value)
        self._period_ns = period

    def _period_left(self) -> int:
        """The period that whoever had the channel before has left, in nanoseconds; 0 if none."""
        with suppress(OSError, ValueError):
            return int((self._place / "period").read_text(encoding="ascii"))
        return 0

    def _write(self, file: Path, value: int) -> None:
        try:
            file.write_text(str(value), encoding="ascii")
        except OSError as error:
            why = error.strerror or str(error)
            raise PwmRefused(
                f"{self._channel} cannot be used so ({why}): end what uses it, look whether this "
                "user is of the group gpio, or take the overlay of the PWM out"
            ) from error


class PwmOwner(Protocol):
    """The factory as these pins need it."""

    def check_usable(self) -> None:
        """Raise an error if no pin may be used any more."""
        ...

    def forget_pwm(self, pin: PwmPin) -> None:
        """Drop a pin that is closed."""
        ...


class PwmPin(LocalPiPin):
    """A pin of the header that the kernel's PWM drives. Made by ``GpiodFactory.pin``. Thread-safe.

    It is an output, low at first; without a :attr:`frequency` it is high or low as any other. What
    only an input has is refused.
    """

    def __init__(self, factory: PwmOwner, info: Any, channel: PwmChannel) -> None:
        # Past that of PiPin, which takes every pin for one that is requested.
        Pin.__init__(self)
        self._factory = factory
        self._info = info
        self._number = int(info.name[len("GPIO") :])
        self._when_changed_lock = RLock()
        self._when_changed: Any = None
        self._pulses = False
        self._pwm = HardwarePwm(channel)

    def close(self) -> None:
        """End the pulses, low, and give the channel back."""
        self._pulses = False
        self._pwm.close()
        self._factory.forget_pwm(self)

    def output_with_state(self, state: float) -> None:
        """Be high or low, without pulses."""
        self._pulses = False
        self._factory.check_usable()
        self._pwm.duty = float(bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Refuse to be an input. Raises :class:`PinInvalidFunction`."""
        self._set_function("input")

    def _get_function(self) -> str:
        return "output"

    def _set_function(self, value: str) -> None:
        if value != "output":
            raise PinInvalidFunction(
                f'{self!r} cannot be "{value}", as the kernel\'s PWM drives it: take another pin, '
                "or take the overlay of the PWM out of config.txt"
            )

    def _get_state(self) -> float:
        self._factory.check_usable()
        return self._pwm.duty if self._pulses else int(self._pwm.duty)

    def _set_state(self, value: float) -> None:
        if not 0 <= value <= 1:
            raise PinInvalidState(f'invalid state "{value}" for pin {self!r}')
        self._factory.check_usable()
        self._pwm.duty = float(value if self._pulses else bool(value))

    def _get_pull(self) -> str:
        return "floating"

    def _set_pull(self, value: str) -> None:
        raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")

    def _get_frequency(self) -> float | None:
        return self._pwm.frequency if self._pulses else None

    def _set_frequency(self, value: float | None) -> None:
        self._factory.check_usable()
        if value:
            if not self._pulses:
                self._pwm.duty = 0.0
            self._pwm.frequency = float(value)
        else:
            self._pwm.duty = 0.0
        self._pulses = bool(value)

    def _get_bounce(self) -> float | None:
        return None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            self._set_function("input")

    def _get_edges(self) -> str:
        return "none"

    def _set_edges(self, value: str) -> None:
        self._enable_event_detect()

    def _enable_event_detect(self) -> None:
        raise PinEdgeDetectUnsupported(f"{self!r} cannot tell of edges: it is an output")

    def _disable_event_detect(self) -> None:
        pass
