"""The network: the port of the box's pages, and the broker of MQTT."""

from __future__ import annotations

import errno
from collections.abc import Iterator

from boxctl.doctor.check_result import CheckResult, bad, doubtful, good
from boxctl.doctor.machine import Machine
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.os_reason import os_reason
from hardware.config.box_file import BoxFile


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
