"""Reports of the monitor as data for a log. Pure."""

from __future__ import annotations

from typing import Any, assert_never

from boxctl.monitor.box_monitor import BoxMonitor, Report
from boxctl.monitor.contact_statistics import BOUNCE_BOUNDS_MS, SettledContact
from boxctl.monitor.monitor_words import LevelOf
from boxctl.rules.tiles import numbers
from hardware.devices import ButtonDiceRefused, Contact, DeviceBack, DeviceLost, DiceRolled


def report_as_data(report: Report, began: int, level_of: LevelOf) -> dict[str, Any]:
    """Return one report; ``at`` is in seconds since the monitor ``began``."""
    at = max(0, report.at - began) / 1_000_000
    match report:
        case SettledContact(contact=contact, on=on):
            return {
                "at": at,
                **_name(contact),
                "state": state_name(contact, on),
                "level": level_of(contact, on).value,
                "moved": report.moved,
                "edges": report.edges,
                "lost": report.lost,
                "bounce_ms": report.bounce / 1000,
            }
        case DiceRolled(values=values, late=late):
            return {"at": at, "throw": list(values), "late": late}
        case DeviceLost(device=device, why=why):
            return {"at": at, "device": device, "answers": False, "says": why}
        case DeviceBack(device=device, what=what):
            return {"at": at, "device": device, "answers": True, "says": what}
        case ButtonDiceRefused():
            return {"at": at, "device": "roller", "button_dice": False}
    assert_never(report)


def table_as_data(monitor: BoxMonitor, now: int, level_of: LevelOf) -> dict[str, Any]:
    """Return all statistics; times are in seconds since they began."""
    began, roller = monitor.began, monitor.devices.roller
    return {
        "at": (now - began) / 1_000_000,
        "bounce_bounds_ms": list(BOUNCE_BOUNDS_MS),
        "contacts": [
            {
                **_name(contact),
                "level": level_of(contact, each.level).value,
                "state": state_name(contact, each.settled),
                "changed_at": None
                if each.changed_at is None
                else (each.changed_at - began) / 1_000_000,
                "edges": each.edges,
                "lost": each.lost,
                "moves": each.moves,
                "returns": each.returns,
                "unseen": each.unseen,
                "worst_bounce_ms": each.worst_bounce / 1000,
                "bounces": each.bounces,
            }
            for contact, each in monitor.contacts.statistics.items()
        ],
        "lit": list(numbers(monitor.lit)),
        "dice": list(roller.last),
        "thrown_at": None if roller.last_at is None else (roller.last_at - began) / 1_000_000,
        "throws": roller.throws,
        "unreadable": roller.unreadable,
        "late": roller.late,
        "devices": {
            name: {"answers": device.answers, "losses": device.losses}
            for name, device in monitor.devices.devices.items()
        },
    }


def state_name(contact: Contact, on: bool) -> str:
    """Return ``open``, ``shut``, ``pressed`` or ``released``."""
    if isinstance(contact, int):
        return "open" if on else "shut"
    return "pressed" if on else "released"


def _name(contact: Contact) -> dict[str, Any]:
    return {"tile": contact} if isinstance(contact, int) else {"button": contact}
