"""The keys of the footer: which ones do something now, the most important first."""

from __future__ import annotations

from boxctl.screens.pictures.view_model import FooterKey
from groundwork.language import tr, tr_as


def table_footer() -> tuple[FooterKey, ...]:
    """Return the keys at a table."""
    return (
        FooterKey(tr("SPACE"), tr_as("footer", "throw"), "throw"),
        FooterKey(tr("ENTER"), tr_as("footer", "confirm"), "next"),
        FooterKey("?", tr_as("footer", "why"), "explain"),
        FooterKey("M", tr_as("footer", "moves"), "moves"),
        FooterKey("C", tr_as("footer", "coach"), "coach"),
        FooterKey("B", tr_as("footer", "bench"), "bench"),
        FooterKey("L", tr_as("footer", "light"), "app.light_or_dark"),
        FooterKey("H", tr_as("footer", "help"), "help"),
        FooterKey("Q", tr_as("footer", "leave"), "leave"),
    )


def watch_footer() -> tuple[FooterKey, ...]:
    """Return the keys of a match that is watched."""
    return (
        FooterKey(tr("SPACE"), tr_as("footer", "halt or go on"), "halt"),
        FooterKey(tr("LEFT"), tr_as("footer", "back"), "step(-1)"),
        FooterKey(tr("RIGHT"), tr_as("footer", "on"), "step(1)"),
        FooterKey("+", tr_as("footer", "faster"), "faster(1)"),
        FooterKey("-", tr_as("footer", "slower"), "faster(-1)"),
        FooterKey(tr("HOME"), tr_as("footer", "begin"), "to_end(True)"),
        FooterKey(tr("END"), tr_as("footer", "end"), "to_end(False)"),
        FooterKey("?", tr_as("footer", "why"), "explain"),
        FooterKey("L", tr_as("footer", "light"), "app.light_or_dark"),
        FooterKey("Q", tr_as("footer", "leave"), "leave"),
    )
