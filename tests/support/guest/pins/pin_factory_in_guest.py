"""The pin factory on lines of the kernel, inside the virtual Pi. Prints a line of JSON."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from queue import Queue
from typing import Any

from gpiozero import LED, DigitalInputDevice

from gpiozero_gpiod import GpiodFactory
from gpiozero_gpiod.chips import ChipGone, ChipNotFound, FactoryForked, LineInUse

HEADER = Path("/run/gpio-sim/pinctrl-bcm2711")
EXPANDER = Path("/run/gpio-sim/mcp23017")
EXPANDER_IS_LIVE = Path("/sys/kernel/config/gpio-sim/mcp/live")
PATIENCE_S = 90
LEVERS = range(4, 13)
EDGES_EACH = 60
LOST = 1500
IDLE_S = 5


def level(place: Path, line: int, *, high: bool) -> None:
    """Drive an input."""
    (place / f"sim_gpio{line}" / "pull").write_text("pull-up" if high else "pull-down")


def value(place: Path, line: int) -> str:
    """Read an output."""
    return (place / f"sim_gpio{line}" / "value").read_text().strip()


def one_lever_and_lamp(factory: GpiodFactory) -> dict[str, Any]:
    """An edge with the kernel's time, and a lamp."""
    heard = Queue[tuple[float, int]]()
    lever = DigitalInputDevice(17, pull_up=True, pin_factory=factory)
    lever.pin.when_changed = (told := lambda ticks, state: heard.put((ticks, state)))
    before = time.monotonic()
    level(HEADER, 17, high=False)
    ticks, state = heard.get(timeout=PATIENCE_S)
    with LED(27, pin_factory=factory) as lamp:
        lamp.on()
        lit = value(HEADER, 27)
    lever.close()
    assert told is not None
    return {"state": state, "in_time": before <= ticks <= time.monotonic(), "lit": lit}


def burst(factory: GpiodFactory) -> dict[str, Any]:
    """Nine levers bounce while the thread that listens is held up."""
    seen: list[int] = []
    go_on = Queue[None]()

    def slow(_ticks: float, state: int) -> None:
        if not seen:
            go_on.get(timeout=PATIENCE_S)
        seen.append(state)

    for number in LEVERS:
        level(HEADER, number, high=False)
    held = factory.hold(*LEVERS)
    pins = [factory.pin(number) for number in LEVERS]
    for pin in pins:
        pin.when_changed = slow
    level(HEADER, LEVERS[0], high=True)
    for edge in range(EDGES_EACH):
        for number in LEVERS:
            level(HEADER, number, high=bool(edge % 2))
    go_on.put(None)
    # The first round changes nothing but the first lever, which had been raised already.
    wanted = 1 + EDGES_EACH + (len(LEVERS) - 1) * (EDGES_EACH - 1)
    deadline = time.monotonic() + PATIENCE_S
    while len(seen) < wanted and time.monotonic() < deadline:
        time.sleep(0.01)
    lost = sum(pin.edges_lost for pin in pins)
    end = held.read()
    for pin in pins:
        pin.close()
    return {"wanted": wanted, "kept": len(seen), "lost": lost, "all_high": all(end.values())}


def overflow(factory: GpiodFactory) -> dict[str, Any]:
    """More edges than the kernel keeps, an even number of them lost."""
    seen: list[int] = []
    go_on = Queue[None]()

    def slow(_ticks: float, state: int) -> None:
        if not seen:
            go_on.get(timeout=PATIENCE_S)
        seen.append(state)

    pin = factory.pin(20)
    pin.when_changed = slow
    for edge in range(LOST):
        level(HEADER, 20, high=edge % 2 == 0)
    go_on.put(None)
    deadline = time.monotonic() + PATIENCE_S
    while len(seen) + pin.edges_lost < LOST and time.monotonic() < deadline:
        time.sleep(0.01)
    told = {"told": len(seen), "lost": pin.edges_lost}
    pin.close()
    return told


def idle(factory: GpiodFactory) -> float:
    """How often a second the process wakes up while it listens and nothing happens."""
    pins = [factory.pin(number) for number in LEVERS]
    for pin in pins:
        pin.when_changed = (listener := lambda _ticks, _state: None)
    before = _switches()
    time.sleep(IDLE_S)
    # One is of the thread that slept here.
    wake_ups = _switches() - before - 1
    for pin in pins:
        pin.close()
    assert listener is not None
    return wake_ups / IDLE_S


def _switches() -> int:
    total = 0
    for task in Path("/proc/self/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def vanishes(factory: GpiodFactory) -> dict[str, Any]:
    """The expander is taken away and comes back: a lamp and a lever on it."""
    heard = Queue[int]()
    lamp = LED("mcp23017:0", pin_factory=factory)
    lamp.on()
    lever = factory.pin("mcp23017:1")
    lever.when_changed = (told := lambda _ticks, state: heard.put(state))
    EXPANDER_IS_LIVE.write_text("0")
    said = ""
    for _ in range(2):
        try:
            lamp.on()
        except (ChipGone, ChipNotFound) as fault:
            said = said or str(fault)
    EXPANDER_IS_LIVE.write_text("1")
    lamp.on()
    chip = sorted(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*/sim_gpio0"))[-1].parent
    lit = value(chip, 0)
    deadline = time.monotonic() + PATIENCE_S
    state = None
    high = False
    while state is None and time.monotonic() < deadline:
        high = not high
        level(chip, 1, high=high)
        time.sleep(0.2)
        state = heard.get() if not heard.empty() else None
    lamp.close()
    lever.close()
    assert told is not None
    return {"said": said, "lit": lit, "heard": state is not None}


def busy(factory: GpiodFactory) -> str:
    """Another factory has the line, as another program might."""
    mine = factory.pin(21)
    with GpiodFactory() as other:
        try:
            other.pin(21)
        except LineInUse as fault:
            return str(fault)
        finally:
            mine.close()
    return "no fault"


def forked(factory: GpiodFactory) -> str:
    """What a child is told that uses a pin of its parent."""
    pin = factory.pin(22)
    read, write = os.pipe()
    if not os.fork():
        try:
            said = f"read {pin.state}"
        except FactoryForked as fault:
            said = str(fault)
        os.write(write, said.encode())
        os._exit(0)
    os.wait()
    pin.close()
    return os.read(read, 1000).decode()


def main() -> None:
    """Try them all."""
    with GpiodFactory() as factory:
        told = {
            "lever and lamp": one_lever_and_lamp(factory),
            "busy": busy(factory),
            "forked": forked(factory),
            "overflow": overflow(factory),
            "idle": idle(factory),
            "vanishes": vanishes(factory),
            "burst": burst(factory),
        }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
