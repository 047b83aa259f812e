"""The full-screen game on this terminal, with the real journal, dice and time."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from boxctl.journal.opening import Journal
from boxctl.rules.faults import RuleFault
from boxctl.screens.chosen import BOX, Chosen
from boxctl.screens.game_app import INTERRUPTED, GameApp
from boxctl.screens.glyphs import glyphs_for
from boxctl.screens.pulse import LoopPulse
from boxctl.screens.setup import Setup
from boxctl.screens.tray import PtyTray
from firmware_bridge.faults import Fault


def play_full(chosen: Chosen, journal_file: Path, *, anew: bool) -> bool:
    """Play until the players leave; whether they have, and were not interrupted.

    Raises :class:`Fault` and :class:`RuleFault` for what ended the game.
    """
    setup = Setup(
        journal_file,
        lambda: Journal(journal_file, BOX),
        lambda rules: PtyTray(rules.dice.count, rules.dice.sides),
        LoopPulse(),
        glyphs_for(os.environ, sys.stdout.encoding),
        theme_for(os.environ),
    )
    ended = GameApp(setup, chosen, anew=anew).run()
    if isinstance(ended, Fault | RuleFault):
        raise ended
    return ended != INTERRUPTED


def theme_for(environment: Mapping[str, str]) -> str:
    """A theme in the terminal's own sixteen colours where it has no more; dark if not known."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    shade = "light" if ground in ("7", "15") else "dark"
    few = environment.get("TERM", "") in ("linux", "vt100", "vt220")
    return f"{'ansi' if few else 'textual'}-{shade}"
