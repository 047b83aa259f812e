"""Find the port of a board: ask on every candidate, and take the first that says hello."""

from __future__ import annotations

import os
import select
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.link.host import HostLink
from firmware_bridge.port.serial_port import PortLost, SerialPort, no_answer
from firmware_bridge.protocol.messages import Hello
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.language import clauses, tr

if TYPE_CHECKING:
    from serial.tools.list_ports_common import ListPortInfo

AUTO = "auto"
"""The port name that means: find it."""

PATIENCE_S = 5.0
"""Seconds to wait for an answer: opening the port restarts the board, boot loader included."""

_BY_ID = Path("/dev/serial/by-id")
BY_PATH = Path("/dev/serial/by-path")
"""Has a name for the socket that a port is plugged into."""


def candidates() -> list[str]:
    """Return the USB serial ports, by their lasting names where they have one.

    That is the by-id name. Boards that are alike and have no serial number of their own share one,
    which leads now to this board and then to that: they go by the names of their sockets.
    """
    from serial.tools.list_ports import comports

    ports = [(Path(port.device), _kind(port)) for port in comports() if port.vid is not None]
    alike = Counter(kind for _path, kind in ports)
    twins = {_real(path) for path, kind in ports if alike[kind] > 1}
    named = {port: name for port, name in _links(_BY_ID).items() if port not in twins}
    sockets = _links(BY_PATH)
    others = [path for path, _kind in ports if _real(path) not in named]
    return [
        *named.values(),
        *(
            sockets.get(_real(path), str(path)) if _real(path) in twins else str(path)
            for path in others
        ),
    ]


def usb_numbers(port: str) -> tuple[int, int] | None:
    """Tell the vendor and product number of the USB device on this port; None if there is none."""
    from serial.tools.list_ports import comports

    for there in comports():
        if there.vid is not None and _real(Path(there.device)) == _real(Path(port)):
            return there.vid, there.pid
    return None


def _kind(port: ListPortInfo) -> tuple[object, ...]:
    """Return the parts of the by-id name of a port."""
    # A device with several ports tells their interfaces apart: 1-1.2:1.0.
    interface = (port.location or "").partition(":")[2]
    return port.vid, port.pid, port.serial_number, interface


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _links(folder: Path) -> dict[Path, str]:
    """Return the links of a folder by where they lead; of several, the first by name."""
    links = sorted(folder.iterdir()) if folder.is_dir() else []
    return {_real(link): str(link) for link in reversed(links)}


def find_port(
    is_wanted: Callable[[Hello], bool],
    wanted: str,
    among: Iterable[str] | None = None,
    *,
    baud: int = 115200,
    patience: float = PATIENCE_S,
    clock: Callable[[], int] = monotonic_us,
) -> str:
    """Return the port of the first board that answers and is wanted.

    Asks all of ``among``, or all candidates, at the same time for ``patience`` seconds. ``wanted``
    names what is looked for, for people; ``clock`` returns microseconds. Raises Fault BX510, with
    the reason for each port, if none answers.
    """
    tried = list(candidates() if among is None else among)
    asking = _Asking(baud, clock)
    with asking.open:
        for name in tried:
            asking.begin(name)
        until = clock() + round(patience * 1_000_000)
        while asking.ports and (left := until - clock()) > 0:
            for name, hello in asking.step(left):
                if is_wanted(hello):
                    return name
                asking.silent[name] = another_board(hello, wanted)
    refused = {
        name: tr("cannot be asked ({code})", code=fault.code)
        for name, fault in asking.refused.items()
    }
    raise not_found(wanted, tried, refused | asking.silent)


def another_board(hello: Hello, wanted: str) -> str:
    """Return in words that the board that says so is not the one that is looked for."""
    return tr('is "{name}", which is no {wanted}', name=hello.name, wanted=wanted)


def not_found(wanted: str, tried: Iterable[str], whys: Mapping[str, str]) -> Fault:
    """Return the fault that none of the ports that were tried has this board (BX510).

    ``whys`` has what each port shows instead; a port without one does not answer.
    """
    silent = tr("does not answer")
    told = [f"{name} {whys.get(name, silent)}" for name in tried]
    looked = clauses(told) if told else tr("there is no serial port at all")
    return Fault(
        "BX510",
        tr(
            "no {wanted} was found ({looked}); plug it in, or name its port",
            wanted=wanted,
            looked=looked,
        ),
    )


def hello_on(
    port: str,
    baud: int = 115200,
    *,
    patience: float = PATIENCE_S,
    clock: Callable[[], int] = monotonic_us,
) -> Hello:
    """Return the hello of the board on this port, which may take ``patience`` seconds.

    ``clock`` returns microseconds. Raises Fault: BX501 to BX504 as any port, BX511 if nothing
    answers there.
    """
    asking = _Asking(baud, clock)
    with asking.open:
        asking.begin(port)
        if port in asking.refused:
            raise asking.refused[port]
        until = clock() + round(patience * 1_000_000)
        while asking.ports and (left := until - clock()) > 0:
            for _name, hello in asking.step(left):
                return hello
    raise no_answer(port, patience)


def boards_found(
    among: Iterable[str] | None = None,
    *,
    baud: int = 115200,
    patience: float = PATIENCE_S,
    clock: Callable[[], int] = monotonic_us,
) -> dict[str, Hello]:
    """Return the hello of each board that answers, by its port.

    Asks all of ``among``, or all candidates, at the same time for ``patience`` seconds at most;
    ``clock`` returns microseconds.
    """
    found: dict[str, Hello] = {}
    asking = _Asking(baud, clock)
    with asking.open:
        for name in candidates() if among is None else among:
            asking.begin(name)
        until = clock() + round(patience * 1_000_000)
        while asking.names - found.keys() and (left := until - clock()) > 0:
            found.update(asking.step(left))
    return found


class _Asking:
    """The ports that could be opened, with a link on each."""

    def __init__(self, baud: int, clock: Callable[[], int]) -> None:
        self.open = ExitStack()
        self.ports: dict[int, tuple[str, SerialPort, HostLink]] = {}
        self.refused: dict[str, Fault] = {}
        self.silent: dict[str, str] = {}
        self._baud = baud
        self._clock = clock

    @property
    def names(self) -> set[str]:
        """The ports that may still answer."""
        return {name for name, _, _ in self.ports.values()}

    def begin(self, name: str) -> None:
        try:
            port = SerialPort(name, self._baud)
        except Fault as fault:
            self.refused[name] = fault
            return
        self.open.callback(port.close)
        self.ports[port.fileno()] = (name, port, HostLink(self._clock()))

    def step(self, longest: int) -> list[tuple[str, Hello]]:
        """Ask, wait at most ``longest`` microseconds and 50 ms, and return who has answered."""
        for _, port, link in self.ports.values():
            with suppress(PortLost):
                port.write(link.outgoing(self._clock()))
        ready, _, _ = select.select(list(self.ports), [], [], min(0.05, longest / 1_000_000))
        return [answer for fd in ready for answer in self._hear(fd)]

    def _hear(self, fd: int) -> list[tuple[str, Hello]]:
        name, port, link = self.ports[fd]
        try:
            news = link.receive(port.read(), self._clock())
        except PortLost:
            del self.ports[fd]
            return []
        return [(name, each.what) for each in news if isinstance(each.what, Hello)]
