"""What a program does with the devices of gpiozero, noted as it does it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import pytest
from gpiozero.devices import GPIODevice
from gpiozero.output_devices import DigitalOutputDevice


@dataclass(frozen=True, slots=True)
class ValueUsed:
    """``value`` of a device was read, or was set if ``is_set``."""

    device: str
    pin: str
    value: int
    is_set: bool


@dataclass(slots=True)
class DeviceTrace:
    """The values of devices that were used, in order; ``past`` names pins used without a device."""

    values: list[ValueUsed] = field(default_factory=list)
    past: list[str] = field(default_factory=list)
    inside: bool = False

    def read(self, device: str) -> list[ValueUsed]:
        """The readings of devices of this class."""
        return [each for each in self.values if each.device == device and not each.is_set]

    def set(self, device: str) -> list[ValueUsed]:
        """The settings of devices of this class."""
        return [each for each in self.values if each.device == device and each.is_set]

    def as_json(self) -> dict[str, Any]:
        """The trace, for another process."""
        return {"values": [asdict(each) for each in self.values], "past": self.past}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> DeviceTrace:
        """The trace that another process has told."""
        return cls([ValueUsed(**each) for each in told["values"]], told["past"])

    def note(self, device: Any, value: float, *, is_set: bool) -> None:
        """Add a use of a device."""
        name = device.pin.info.name
        self.values.append(ValueUsed(type(device).__name__, name, int(value), is_set))


@contextmanager
def traced(pin_class: Any) -> Iterator[DeviceTrace]:
    """Note what devices do meanwhile, and the uses of pins of this class that are not theirs."""
    trace = DeviceTrace()
    get_value = GPIODevice.value.fget
    set_value = DigitalOutputDevice.value.fset
    get_state, set_state = pin_class._get_state, pin_class._set_state

    @contextmanager
    def in_device() -> Iterator[None]:
        before, trace.inside = trace.inside, True
        try:
            yield
        finally:
            trace.inside = before

    def read_value(device: Any) -> Any:
        with in_device():
            value = get_value(device)
        trace.note(device, value, is_set=False)
        return value

    def write_value(device: Any, value: Any) -> None:
        with in_device():
            set_value(device, value)
        trace.note(device, value, is_set=True)

    def read_state(pin: Any) -> Any:
        if not trace.inside:
            trace.past.append(pin.info.name)
        return get_state(pin)

    def write_state(pin: Any, value: Any) -> None:
        if not trace.inside:
            trace.past.append(pin.info.name)
        set_state(pin, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GPIODevice, "value", property(read_value))
        own = DigitalOutputDevice.value
        patch.setattr(DigitalOutputDevice, "value", property(own.fget, write_value))
        patch.setattr(pin_class, "_get_state", read_state)
        patch.setattr(pin_class, "_set_state", write_state)
        yield trace
