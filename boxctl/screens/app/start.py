"""The full-screen game on this terminal, with the real journal, dice and time."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from boxctl.journal.session import Journal
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.screens.app.game_app import INTERRUPTED, THEMES, GameApp
from boxctl.screens.app.last_choice import recall
from boxctl.screens.laptop.background_thinking import in_background
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.game_setup import GameSetup
from boxctl.screens.laptop.ticker import AsyncioTicker
from boxctl.screens.laptop.watched_match import is_match, watched_file, watched_match
from boxctl.screens.pictures.glyphs import ASCII, glyphs_for
from boxctl.screens.tray.default_tray import own_tray
from boxctl.screens.tray.dice_tray import DiceTray, PortTray
from groundwork.faults import Fault

EMULATED = "emulated"
"""Asks for the real firmware instead of a port."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the game is set up: each as its flag says, or None for as it was last."""

    journal_file: Path
    anew: bool = False
    theme: str | None = None
    ascii: bool = False
    coach: bool = False
    bench: bool = False
    roller: str | None = None
    demo: bool = False
    seed: int | None = None


def play_full(chosen: GameChoice | None, wishes: Wishes) -> bool:
    """Play until the players leave; whether they have, and were not interrupted.

    Without ``chosen`` the players are asked. Raises :class:`Fault` and :class:`RuleFault` for what
    ended the game.
    """
    return _run(GameApp(_setup(wishes), chosen, anew=wishes.anew))


def watch_full(wanted: str, chosen: GameChoice, wishes: Wishes) -> None:
    """Watch a match of the journal (its number, or ``last``), or a file with a referee's lines.

    Raises :class:`JournalFault` and :class:`RuleFault` for what is not there to be watched.
    """
    if is_match(wanted):
        watched = watched_match(wishes.journal_file, wanted)
    else:
        watched = watched_file(Path(wanted), chosen)
    _run(GameApp(_setup(wishes), None, watched=watched))


def _run(app: GameApp) -> bool:
    ended = app.run()
    if isinstance(ended, Fault | RuleFault):
        raise ended
    return ended != INTERRUPTED


def _setup(wishes: Wishes) -> GameSetup:
    file, last = wishes.journal_file, recall(wishes.journal_file)
    usual = theme_for(os.environ)
    theme = usual
    if wishes.theme is not None:
        theme = f"{usual.partition('-')[0]}-{wishes.theme}"
    elif last is not None and last.theme.partition("-")[0] == usual.partition("-")[0]:
        theme = last.theme
    return GameSetup(
        file,
        lambda: Journal(file, BOX),
        lambda rules: _tray(rules, wishes),
        AsyncioTicker(),
        ASCII if wishes.ascii else glyphs_for(os.environ, sys.stdout.encoding),
        theme if theme in THEMES else usual,
        coach=wishes.coach or (last is not None and last.coach),
        bench=wishes.bench,
        demo=wishes.demo,
        think=in_background,
    )


def _tray(rules: RuleSet, wishes: Wishes) -> AbstractContextManager[DiceTray]:
    if wishes.roller not in (None, EMULATED):
        return nullcontext(PortTray(wishes.roller))
    return own_tray(rules.dice, wishes.seed, emulated=wishes.roller == EMULATED)


def theme_for(environment: Mapping[str, str]) -> str:
    """A theme in the terminal's own sixteen colours where it has no more; dark if not known."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    shade = "light" if ground in ("7", "15") else "dark"
    few = environment.get("TERM", "") in ("linux", "vt100", "vt220")
    return f"{'ansi' if few else 'textual'}-{shade}"
