"""Start the full-screen game on this terminal, with the real journal, dice and time."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from boxctl.screens.app.game_app import GameApp
from boxctl.screens.app.picture_widget import THEMES, collect_in_small_steps
from boxctl.screens.app.table_overlays import FinalResult
from boxctl.screens.background_thinking import in_background
from boxctl.screens.coaching.advice import CoachMode
from boxctl.screens.laptop.game_choice import BOX, GameChoice
from boxctl.screens.laptop.house_habits import LastChoice, recall
from boxctl.screens.laptop.laptop_table import AsyncioTicker, GameSetup
from boxctl.screens.laptop.pace import Pace
from boxctl.screens.laptop.virtual_box import usual_voice, voice_at
from boxctl.screens.pictures.picture import ASCII, glyphs_for
from boxctl.table.solo_best import in_background as work_in_background
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.system.threads import THREADS_OF_A_SCREEN, check_that_threads_start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from boxctl.journal.session import Journal
    from boxctl.rules.ruleset import RuleSet
    from boxctl.screens.dice_tray import DiceTray
    from boxctl.screens.laptop.game_choice import LaptopWatcher


@frozen_dataclass
class PlayOptions:
    """The options of ``boxctl play``.

    ``theme``, ``coach``, ``motion``, ``pace``, ``sound`` and ``speak`` None are those used last;
    ``resume`` is the number of a match to go on with; ``speak`` is how fast a voice speaks, in
    words a minute; ``watcher`` follows every table.
    """

    journal_file: Path
    anew: bool = False
    theme: str | None = None
    motion: bool | None = None
    pace: Pace | None = None
    sound: bool | None = None
    ascii: bool = False
    coach: CoachMode | None = None
    bench: bool = False
    roller: str | None = None
    resume: int | None = None
    demo: bool = False
    seed: int | None = None
    speak: int | None = None
    watcher: LaptopWatcher | None = None


def play_full(chosen: GameChoice | None, options: PlayOptions) -> str | FinalResult | None:
    """Play, and return the result if the players left a match that is over.

    Return ``kept`` if they left a match that can be resumed, ``unrecorded`` if its end is not in
    the journal, ``interrupted`` after a signal, and None if they left no match. Without ``chosen``
    the players are asked. Raises the :class:`Fault` that ended the game.
    """
    return _run(GameApp(_setup(options), chosen, anew=options.anew, resume=options.resume))


def watch_full(wanted: str, chosen: GameChoice, options: PlayOptions) -> None:
    """Watch a match of the journal (its number, or ``last``), or a file with a referee's lines.

    Raises :class:`JournalFault` or :class:`RuleFault` if there is no such match.
    """
    from boxctl.screens.laptop.playback import watched_as_asked

    watched = watched_as_asked(wanted, options.journal_file, chosen)
    _run(GameApp(_setup(options), None, watched=watched))


def _run(app: GameApp) -> str | FinalResult | None:
    app.keep_signals()
    collect_in_small_steps()
    check_that_threads_start(THREADS_OF_A_SCREEN)
    ended = app.run()
    if isinstance(ended, Fault):
        raise ended
    return ended


def _setup(options: PlayOptions) -> GameSetup:
    file, used = options.journal_file, recall(options.journal_file) or LastChoice()
    usual = theme_for(os.environ)
    theme = usual
    if options.theme is not None:
        theme = f"{usual.partition('-')[0]}-{options.theme}"
    elif used.theme.partition("-")[0] == usual.partition("-")[0]:
        theme = used.theme
    open_voice = voice_at(options.speak) or usual_voice(used.voice)
    return GameSetup(
        file,
        partial(_open_journal, file),
        partial(_tray, options),
        AsyncioTicker(),
        ASCII if options.ascii else glyphs_for(os.environ, sys.stdout.encoding),
        theme if theme in THEMES else usual,
        motion=has_motion(options.motion, os.environ, used.motion),
        # People look at a demo: a pace that hides it is only what they ask for now.
        pace=options.pace or (Pace.NORMAL if options.demo else used.pace),
        sound=used.sound if options.sound is None else options.sound,
        coach=options.coach or used.coach,
        bench=options.bench,
        demo=options.demo,
        think=in_background,
        work=work_in_background,
        voice=None if open_voice is None else options.speak or used.voice,
        open_voice=open_voice,
        watcher=options.watcher,
    )


# What these import brings much of the program along: the menu does not wait for it.


def _open_journal(file: Path, resume: int | None) -> Journal:
    from boxctl.journal.session import Journal

    return Journal(file, BOX, resume)


def _tray(options: PlayOptions, rules: RuleSet) -> AbstractContextManager[DiceTray]:
    from boxctl.screens.dice_tray import tray_at

    return tray_at(options.roller, rules.dice, options.seed)


def has_motion(wanted: bool | None, environment: Mapping[str, str], last: bool) -> bool:
    """Decide whether anything moves: as wanted, else as the environment asks, else as last time."""
    if wanted is not None:
        return wanted
    if environment.get("NO_MOTION") or environment.get("TEXTUAL_ANIMATIONS") == "none":
        return False
    return last


def theme_for(environment: Mapping[str, str]) -> str:
    """Choose a theme: dark unless the ground is light, in sixteen colours if there are no more."""
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    shade = "light" if ground in ("7", "15") else "dark"
    return f"{'boxctl' if has_many_colours(environment) else 'ansi'}-{shade}"


def has_many_colours(environment: Mapping[str, str]) -> bool:
    """Whether the terminal has 256 colours or more, by the rule of Rich, which writes them."""
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return True
    return environment.get("TERM", "").strip().lower().endswith(("-256color", "-kitty"))
