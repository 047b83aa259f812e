"""Check the computer: service, clock, network, supply and heat, Python, the speaking program."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from pathlib import Path

from boxctl.doctor.check import CheckResult, Machine, Soundness, bad, doubtful, good, uses_pins
from groundwork.faults import Fault, os_reason
from groundwork.language import tr
from hardware.buses import libraries_missing
from hardware.config.box_file import TABLES, BoxFile
from hardware.config.device_table import DeviceTable, shadowed_names
from hardware.gpio.lines import PINS, other_factory
from hardware.gpio.lines import libraries_missing as pin_libraries_missing
from hardware.sound.voice import missing


def check_running(running: Sequence[int]) -> Iterator[CheckResult]:
    """Check that at most one process plays the box."""
    if len(running) > 1:
        says = tr(
            "several boxctl play this box at once, the processes {processes}; end all but one: "
            "sudo systemctl stop boxctl ends the service",
            processes=", ".join(map(str, running)),
        )
        yield CheckResult("running", Soundness.BAD, says, "BX914")


CONFIG = "--config"


def running_boxes(machine: Machine, config: Path) -> list[int]:
    """Return the processes that run ``boxctl run`` with this box.toml, the lowest number first."""
    found = [
        int(process.name)
        for process in machine.at("/proc").glob("[0-9]*")
        if _plays(machine, process, config)
    ]
    return sorted(found)


def _plays(machine: Machine, process: Path, config: Path) -> bool:
    told = machine.text(f"/proc/{process.name}/cmdline")
    command = _after_boxctl(told.split("\0")) if told else []
    if command[:1] != ["run"] or "--check" in command:
        return False
    for number, word in enumerate(command):
        if word == CONFIG:
            return _is_same(process, "".join(command[number + 1 : number + 2]), config)
        if word.startswith(f"{CONFIG}="):
            return _is_same(process, word.removeprefix(f"{CONFIG}="), config)
    return False


def _after_boxctl(command: Sequence[str]) -> list[str]:
    """Return the arguments of ``boxctl``; empty if this command does not start it itself."""
    # A script is started through Python; sudo and the like start it as a process of its own.
    words = list(command)
    if words and "python" in words[0]:
        words = list(dropwhile(_is_option_of_python, words[1:]))
    if words[:2] == ["-m", "boxctl"]:
        return words[2:]
    is_started = bool(words) and os.path.basename(words[0]) == "boxctl"  # noqa: PTH119
    return words[1:] if is_started else []


def _is_option_of_python(word: str) -> bool:
    return word.startswith("-") and word != "-m"


def _is_same(process: Path, named: str, config: Path) -> bool:
    try:
        # Links of others may lead in a circle, of which realpath makes nothing.
        there = os.path.join(os.path.realpath(process / "cwd"), named)  # noqa: PTH118
        return os.path.realpath(there) == os.path.realpath(config)
    except OSError:
        return False


SHOW = (
    "systemctl",
    "show",
    "boxctl.service",
    "--property=LoadState,ActiveState,SubState,UnitFileState",
)


def check_service(machine: Machine, *, is_running: bool) -> Iterator[CheckResult]:
    """Check that the service, if there is one, runs and starts with the machine.

    ``is_running`` says that the box is being played, be it by hand.
    """
    told = machine.run(SHOW)
    if told is None:
        return
    state = dict(line.partition("=")[::2] for line in told.splitlines())
    if state.get("LoadState") != "loaded":
        yield good("service", tr("no service is installed; boxctl service install sets it up"))
    elif state.get("ActiveState") == "failed":
        says = tr(
            "the service has failed; sudo journalctl -u boxctl says why, and sudo systemctl "
            "restart boxctl starts it again"
        )
        yield CheckResult("service", Soundness.BAD, says, "BX907")
    elif state.get("SubState") == "auto-restart":
        says = tr(
            "the service ends again and again, and is started anew each time; sudo journalctl -u "
            "boxctl says why"
        )
        yield CheckResult("service", Soundness.BAD, says, "BX907")
    elif state.get("UnitFileState") == "disabled":
        says = tr(
            "the service does not start with the machine; switch that on: sudo systemctl enable "
            "boxctl"
        )
        yield doubtful("service", "BX907", says)
    elif state.get("ActiveState") == "inactive" and not is_running:
        says = tr("the service does not run; sudo systemctl start boxctl starts it")
        yield doubtful("service", "BX907", says)
    else:
        yield good("service", tr("the service is {state}", state=state.get("ActiveState", "?")))


SYNCHRONIZED = ("timedatectl", "show", "--property=NTPSynchronized", "--value")


def check_clock(machine: Machine) -> Iterator[CheckResult]:
    """Check that the clock is set by the net, where systemd tells."""
    told = machine.run(SYNCHRONIZED)
    if told == "yes":
        yield good("clock", tr("the clock is set by the net"))
    elif told == "no":
        yield doubtful(
            "clock",
            "BX904",
            tr(
                "the clock is not set by the net, so matches may be dated wrongly; connect the box "
                "to a network, or fit a real-time clock"
            ),
        )


def check_network(
    machine: Machine, box_file: BoxFile | None, *, is_running: bool
) -> Iterator[CheckResult]:
    """Check that pages can be served, and that the broker of ``[mqtt]`` answers.

    ``is_running`` says that the box is being played: then it has the port itself. Nothing is sent
    to the broker.
    """
    if box_file is None:
        return
    if box_file.web is not None:
        host, port = box_file.web.host, box_file.web.port
        try:
            machine.try_to_listen(host, port)
        except OSError as problem:
            if is_running and problem.errno == errno.EADDRINUSE:
                yield good("pages", tr("port {port} is used by the box that runs", port=port))
            else:
                yield bad("pages", _not_served(host, port, problem))
        else:
            yield good("pages", tr("pages can be served on port {port}", port=port))
    if box_file.mqtt is not None:
        url = box_file.mqtt.url
        try:
            machine.try_to_connect(url.host, url.port)
        except OSError as problem:
            says = tr(
                "the broker {broker} does not answer: {why}; see that it runs, and that url in "
                "[mqtt] is right; the box plays without it",
                broker=url,
                why=os_reason(problem),
            )
            yield doubtful("broker", "BX762", says)
        else:
            yield good("broker", tr("the broker {broker} answers", broker=url))


def _not_served(host: str, port: int, problem: OSError) -> Fault:
    return Fault(
        "BX751",
        tr(
            "pages cannot be served at {place}: {why}; choose another port or host",
            place=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            why=os_reason(problem),
        ),
    )


THROTTLED = ("vcgencmd", "get_throttled")
THROTTLED_FILE = "/sys/devices/platform/soc/soc:firmware/get_throttled"
TEMPERATURE_FILE = "/sys/class/thermal/thermal_zone0/temp"

UNDERVOLTAGE_NOW = 1 << 0
THROTTLED_NOW = 1 << 2 | 1 << 3
"""Slowed down, or at the soft limit of its temperature."""

UNDERVOLTAGE_SINCE_START = 1 << 16

TOO_HOT = 80_000
"""From this temperature on a Pi slows down, in thousandths of a degree Celsius."""


def check_power(machine: Machine) -> Iterator[CheckResult]:
    """Check undervoltage, throttling and temperature; nothing where the machine tells none."""
    bits = _throttled(machine)
    if bits is not None:
        yield _supply(bits)
    heat = _number(machine.text(TEMPERATURE_FILE), 10)
    slow = bits is not None and bool(bits & THROTTLED_NOW)
    if slow or (heat is not None and heat >= TOO_HOT):
        says = tr(
            "the processor is hot or slowed down ({degrees} °C), so edges are read late; give the "
            "box air, or the processor a heat sink",
            degrees="?" if heat is None else heat // 1000,
        )
        yield doubtful("heat", "BX906", says)
    elif heat is not None:
        yield good("heat", tr("the processor has {degrees} °C", degrees=heat // 1000))


def _supply(bits: int) -> CheckResult:
    cure = tr("take the supply of the Pi and a short, thick cable, and feed lamps separately")
    if bits & UNDERVOLTAGE_NOW:
        says = tr("the supply is too weak at this moment; {cure}", cure=cure)
        return CheckResult("supply", Soundness.BAD, says, "BX905")
    if bits & UNDERVOLTAGE_SINCE_START:
        says = tr("the supply has been too weak since the start; {cure}", cure=cure)
        return doubtful("supply", "BX905", says)
    return good("supply", tr("the supply has held since the start"))


def _throttled(machine: Machine) -> int | None:
    told = machine.run(THROTTLED)
    if told is not None and told.startswith("throttled="):
        return _number(told.removeprefix("throttled="), 16)
    return _number(machine.text(THROTTLED_FILE), 16)


def _number(text: str | None, base: int) -> int | None:
    try:
        return None if text is None else int(text, base)
    except ValueError:
        return None


OLDEST = (3, 11)
"""The oldest Python that boxctl runs on."""

PIN_LIBRARIES = ("gpiozero", PINS)
"""What boxctl's own pin factory imports; another one has its own libraries."""


def check_python(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check the version of Python, and the libraries of the devices that box.toml names."""
    version = ".".join(map(str, machine.python))
    if machine.python < OLDEST:
        yield bad(
            "python",
            Fault(
                "BX901",
                tr(
                    "this is Python {version}, and boxctl needs {oldest} or newer; install it, "
                    "then run make install in boxctl's checkout",
                    version=version,
                    oldest=".".join(map(str, OLDEST)),
                ),
            ),
        )
    else:
        yield good("python", tr("Python {version}", version=version))
    if box_file is None:
        return
    if uses_pins(box_file):
        wanted = PIN_LIBRARIES if other_factory() is None else PIN_LIBRARIES[:1]
        if (why := _first_problem(machine, wanted)) is not None:
            yield bad("libraries", pin_libraries_missing(why))
        else:
            yield good("libraries", tr("the libraries of the pins are installed"))
    yield from _never_chosen()
    for kind in dict.fromkeys(type(device) for device in box_file.devices()):
        if kind.libraries:
            yield _libraries_of(machine, kind)
    for device in box_file.devices():
        try:
            if device.opens:
                device.opener  # noqa: B018 - it is imported to see whether it can be.
        except Fault as fault:
            yield bad("libraries", fault)


def _never_chosen() -> Iterator[CheckResult]:
    """Yield the drivers of other packages whose name boxctl has itself."""
    for table in TABLES:
        for name, package in shadowed_names(table).items():
            says = tr(
                "the package {package} offers a driver {name}, which boxctl has itself: that of "
                "the package is never used, and needs another name",
                package=package,
                name=name,
            )
            yield doubtful("libraries", "BX325", says)


def _libraries_of(machine: Machine, device: type[DeviceTable]) -> CheckResult:
    if (why := _first_problem(machine, device.libraries)) is not None:
        return bad("libraries", libraries_missing(device, why))
    return good("libraries", tr("the libraries for {what} are installed", what=tr(device.what)))


def _first_problem(machine: Machine, modules: Iterable[str]) -> str | None:
    """Return why the first of these modules that cannot be imported cannot; None if all can."""
    whys = (machine.why_no_import(name) for name in modules)
    return next((why for why in whys if why is not None), None)


SOUND_CARDS = "/proc/asound/cards"
NO_CARDS = "no soundcards"


def check_voice(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check that the program, its voice and a sound card are there. Says nothing aloud."""
    if box_file is None or box_file.voice is None:
        return
    fault = missing(box_file.voice, machine.find_program)
    if fault is not None:
        yield bad("voice", fault)
    else:
        found = machine.find_program(box_file.voice.program)
        yield good("voice", tr("{program} is there", program=found))
    cards = machine.text(SOUND_CARDS)
    if cards is not None and NO_CARDS in cards:
        says = tr(
            "there is no sound card, so nothing will be heard unless the sound goes over the net; "
            "write dtparam=audio=on into config.txt or plug one in, and aplay -l lists it"
        )
        yield doubtful("sound", "BX432", says)
