"""Put the audit of the devices into words and data. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxctl.audit.device_audit import ContactAudit, DeviceAudit
from boxctl.audit.wear import Wear, WearSign, day_of
from boxctl.journal.evidence import SensorFault
from boxctl.monitor.monitor_sentences import contact_name, milliseconds
from boxctl.presentation.input_faults import the_device
from boxctl.presentation.phrases import WRITTEN, capital, decimal
from boxctl.referee.ruling import DoubtReason
from groundwork.cell_width import in_columns
from groundwork.language import tr, tr_as, tr_n
from groundwork.local_time import told_day
from hardware.devices import ROLLER, Contact

CONTACT_WEARS = "BX410"
WIRE_WEARS = "BX522"


def audit_lines(audit: DeviceAudit) -> Iterator[str]:
    """Yield the contacts that get worse, a row for each contact, then the roller and the losses."""
    yield tr_n(
        "{count} match on {box}, {since} to {until}",
        "{count} matches on {box}, {since} to {until}",
        audit.matches,
        count=str(audit.matches),
        box=audit.box,
        since=told_day(audit.since),
        until=told_day(audit.until),
    )
    yield from (f"{code}: {text}" for code, text in wear_sentences(audit))
    yield from _contacts(audit)
    yield from _roller(audit)
    if audit.together:
        yield tr_n(
            "three or more sensors changed together {count} time: a moved box, its supply, or "
            "strong light",
            "three or more sensors changed together {count} times: a moved box, its supply, or "
            "strong light",
            audit.together,
            count=str(audit.together),
        )
    for device, losses in sorted(audit.losses.items()):
        yield tr_n(
            "{device} did not answer {count} time",
            "{device} did not answer {count} times",
            losses,
            device=capital(the_device(device, WRITTEN)),
            count=str(losses),
        )


def _contacts(audit: DeviceAudit) -> Iterator[str]:
    """Yield the headings, then a row for each contact."""
    heads = (
        tr("contact"),
        tr("moves"),
        tr("bumps"),
        tr("refused"),
        tr("disturbed"),
        tr_as("column of the audits", "chatter"),
        tr("doubts"),
        tr("unseen"),
        tr("usual ms"),
        tr("worst ms"),
    )
    rows = [(contact_name(contact), *_cells(each)) for contact, each in audit.contacts]
    yield from in_columns([heads, *rows], least=(10,))


def _cells(each: ContactAudit) -> tuple[str, ...]:
    usual = _usual(each)
    counts = (
        each.moves,
        each.bumps,
        each.refused,
        each.disturbed,
        each.doubts[DoubtReason.CHATTERED] + each.quarantines[SensorFault.CHATTERING],
        each.doubts.total(),
        each.unseen,
    )
    return (
        *map(str, counts),
        "-" if usual is None else milliseconds(usual),
        milliseconds(each.worst),
    )


def _usual(each: ContactAudit) -> int | None:
    """The newest bounce that three in four stay below; None as long as there are few moves."""
    groups = each.samples.groups
    return groups[-1].level if groups else None


def _roller(audit: DeviceAudit) -> Iterator[str]:
    roller = audit.roller
    yield tr_n(
        "{throws} throw: {typed} typed in, {unreadable} not to be read, {void} void, {late} late",
        "{throws} throws: {typed} typed in, {unreadable} not to be read, {void} void, {late} late",
        roller.throws,
        throws=str(roller.throws),
        typed=str(roller.typed),
        unreadable=str(roller.unreadable),
        void=str(roller.void),
        late=str(roller.late),
    )
    if roller.repeated or roller.damaged:
        yield tr(
            "its wire: messages said again: {repeated}, lines damaged: {damaged}",
            repeated=str(roller.repeated),
            damaged=str(roller.damaged),
        )


def wear_sentences(audit: DeviceAudit) -> Iterator[tuple[str, str]]:
    """Yield a code and a sentence for everything that gets worse."""
    for contact, wear in audit.worn.items():
        yield CONTACT_WEARS, wear_sentence(contact, wear)
    of_wire = audit.roller.wear
    if of_wire is not None:
        yield (
            WIRE_WEARS,
            tr(
                "the wire of {roller} gets worse since {day}: of a thousand throws {now} follow a "
                "loss, and {usual} did before; see to its plugs and its cable",
                roller=the_device(ROLLER, WRITTEN),
                day=told_day(of_wire.since),
                now=str(of_wire.now),
                usual=str(of_wire.usual),
            ),
        )


def wear_sentence(contact: Contact, wear: Wear) -> str:
    """Say that a contact gets worse, by which sign, and what to do."""
    name = contact_name(contact)
    if wear.sign is WearSign.BOUNCES:
        return tr(
            "{contact} gets worse since {day}: a quarter of its bounces last more than {now} ms, "
            "and at first {usual} ms; clean or replace it before it fails",
            contact=name,
            day=told_day(wear.since),
            now=decimal(round(wear.now / 100), WRITTEN),
            usual=decimal(round(wear.usual / 100), WRITTEN),
        )
    return tr(
        "{contact} gets worse since {day}: it chatters or shows no edge in {now} of a thousand "
        "moves, and before in {usual}; see to its wire, or replace it",
        contact=name,
        day=told_day(wear.since),
        now=str(wear.now),
        usual=str(wear.usual),
    )


def audit_as_data(audit: DeviceAudit) -> dict[str, Any]:
    """Return the audit as one document; times are in milliseconds."""
    roller = audit.roller
    return {
        "box": audit.box,
        "matches": audit.matches,
        "since": day_of(audit.since) or None,
        "until": day_of(audit.until) or None,
        "contacts": [_contact_as_data(contact, each) for contact, each in audit.contacts],
        "roller": {
            "throws": roller.throws,
            "typed": roller.typed,
            "unreadable": roller.unreadable,
            "void": roller.void,
            "late": roller.late,
            "repeated": roller.repeated,
            "damaged": roller.damaged,
            "wear": _wear_as_data(roller.wear),
        },
        "losses": dict(sorted(audit.losses.items())),
        "together": audit.together,
    }


def _contact_as_data(contact: Contact, each: ContactAudit) -> dict[str, Any]:
    usual = _usual(each)
    return {
        **({"tile": contact} if isinstance(contact, int) else {"button": contact}),
        "moves": each.moves,
        "bumps": each.bumps,
        "refused": each.refused,
        "disturbed": each.disturbed,
        "unseen": each.unseen,
        "usual_ms": None if usual is None else usual / 1000,
        "worst_ms": each.worst / 1000,
        "doubts": {reason.value: count for reason, count in sorted(each.doubts.items())},
        "quarantines": {fault.value: count for fault, count in sorted(each.quarantines.items())},
        "wear": _wear_as_data(each.wear),
    }


def _wear_as_data(wear: Wear | None) -> dict[str, Any] | None:
    if wear is None:
        return None
    return {
        "sign": wear.sign.value,
        "since": day_of(wear.since),
        "usual": wear.usual,
        "now": wear.now,
    }
