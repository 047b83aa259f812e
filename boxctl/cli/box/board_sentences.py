"""The reports of a board, as data and in words."""

from __future__ import annotations

from typing import Any

from firmware_bridge.protocol.constants import Cause, Task
from firmware_bridge.protocol.messages import Hello
from groundwork.faults import Fault
from groundwork.language import tr, tr_as


def version_on_board(hello: Hello) -> str:
    """Return the version of the firmware that runs on a board: ``1.2``."""
    return f"{hello.firmware >> 8}.{hello.firmware & 255}"


def board_as_data(hello: Hello) -> dict[str, Any]:
    """Return a board's description of itself, for JSON."""
    return {
        "name": hello.name,
        "firmware": version_on_board(hello),
        "dice": hello.dice,
        "sides": hello.sides,
        "boot": hello.boot,
        "started": Cause(hello.cause).name.lower(),
        "task": Task(hello.task).name.lower() if hello.task else None,
    }


def not_answered(port: str, seconds: float) -> Fault:
    """Return the fault of a board that has said nothing for so long (BX511)."""
    return Fault(
        "BX511",
        tr(
            "the board on {port} has not answered within {seconds} seconds; see that it has "
            "boxctl's firmware (boxctl firmware flash)",
            port=port,
            seconds=f"{seconds:g}",
        ),
    )


def start_in_words(boot: int, cause: str, task: str | None) -> str:
    """Return ``start 3 (by power)``; after a watchdog also what the firmware did before."""
    why = _cause(cause)
    if task is None:
        return tr("start {number} (by {cause})", number=boot, cause=why)
    return tr("start {number} (by {cause} in {task})", number=boot, cause=why, task=_task(task))


def _cause(name: str) -> str:
    match name:
        case "power":
            return tr_as("cause of a start", "power")
        case "reset":
            return tr_as("cause of a start", "reset")
        case "brown_out":
            return tr_as("cause of a start", "a sagging supply")
        case "watchdog":
            return tr_as("cause of a start", "its watchdog")
        case _:
            return tr_as("cause of a start", "an unknown cause")


def _task(name: str) -> str:
    match name:
        case "link":
            return tr_as("task of a firmware", "its link")
        case "contacts":
            return tr_as("task of a firmware", "reading levers and buttons")
        case "noise":
            return tr_as("task of a firmware", "testing its noise")
        case "throw":
            return tr_as("task of a firmware", "a throw")
        case "memory":
            return tr_as("task of a firmware", "writing its memory")
        case "show":
            return tr_as("task of a firmware", "lighting lamps and faces")
        case _:
            return name


def health_in_words(name: str) -> str:
    """Return how fit the noise of a roller is."""
    match name:
        case "good":
            return tr_as("health of a roller's noise", "good")
        case "starting":
            return tr_as("health of a roller's noise", "being tested")
        case "repeats":
            return tr_as("health of a roller's noise", "stuck or silent")
        case "biased":
            return tr_as("health of a roller's noise", "lopsided")
        case "no_dice":
            return tr_as("health of a roller's noise", "none, as it has no dice")
        case _:
            return tr_as("health of a roller's noise", "unknown")
