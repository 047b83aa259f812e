"""The faults of a serial port."""

from __future__ import annotations

import errno

from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.os_reason import os_error, os_reason


def port_fault(port: str, error: Exception) -> Fault:
    """Return the fault behind what the system or pyserial raised for ``port`` (BX501 to BX504)."""
    number = error.errno if isinstance(error, OSError) else None
    match number:
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | errno.ENOTDIR:
            return Fault(
                "BX501",
                tr(
                    "the roller's port {port} is not there; plug the roller in, or mend `port`",
                    port=port,
                ),
            )
        case errno.EAGAIN | errno.EBUSY:
            return port_in_use(port, None)
        case errno.EACCES | errno.EPERM:
            return Fault(
                "BX503",
                tr(
                    "no permission to use the roller's port {port}; add this user to the "
                    "group that owns it (sudo usermod -aG dialout $USER) and log in again",
                    port=port,
                ),
            )
        case _:
            return Fault(
                "BX504",
                tr(
                    "the roller's port {port} cannot be set up ({error}); name a serial port "
                    "and a baud rate that it has",
                    port=port,
                    error=error if number is None else os_reason(os_error(number)),
                ),
            )


def no_answer(port: str, seconds: float) -> Fault:
    """Return the fault of a port on which no board has answered for so long (BX511)."""
    return Fault(
        "BX511",
        tr(
            "the board on {port} has not answered within {seconds} seconds; see "
            "that it has boxctl's firmware (boxctl firmware flash) and that this is its "
            "port",
            port=port,
            seconds=f"{seconds:g}",
        ),
    )


def port_in_use(port: str, holder: int | None) -> Fault:
    """Return the fault that another program has ``port``; ``holder`` is its process, if known."""
    who = tr("another program") if holder is None else tr("process {holder}", holder=holder)
    return Fault(
        "BX502",
        tr(
            "the roller's port {port} is in use by {who}; end it, then try again",
            port=port,
            who=who,
        ),
    )
