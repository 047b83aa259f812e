"""The set-up of a full-screen game, beside the choice of what is played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from boxctl.presentation.sentences.controls import Controls
from boxctl.screens.background_thinking import Think, at_once
from boxctl.screens.coaching.mode import CoachMode
from boxctl.screens.pictures.glyphs import LINES, Glyphs
from boxctl.table.solo_best import Work
from boxctl.table.solo_best import at_once as do_at_once
from groundwork.frozen_dataclass import frozen_dataclass

# The menu does not wait for the table.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.journal.session import Journal
    from boxctl.rules.ruleset import RuleSet
    from boxctl.screens.laptop.box.virtual_box import OpenVoice
    from boxctl.screens.laptop.laptop_watcher import LaptopWatcher
    from boxctl.screens.laptop.ticker import Ticker
    from boxctl.screens.tray.dice_tray import DiceTray


@frozen_dataclass
class GameSetup:
    """The journal, the dice, the time and the characters of a game.

    ``open_journal`` opens the journal at ``journal_file`` for a program that plays, to resume the
    match of a number, or with None the newest; ``tray_for`` gives the tray for some rules.
    ``coach`` is how much the coach says; ``bench`` is on from the beginning; a ``demo`` ends by
    itself. Without ``motion`` tiles and dice are at once where they belong; robots take their time
    only if the game is ``watched`` by people. ``think`` runs the thinking of robots and coach,
    ``work`` the search for a player's best; ``open_voice`` opens the
    voice that says what is ruled, None for no voice; it and the notices name these ``controls``.
    ``watcher`` follows every table.
    """

    journal_file: Path
    open_journal: Callable[[int | None], Journal]
    tray_for: Callable[[RuleSet], AbstractContextManager[DiceTray]]
    ticker: Ticker
    glyphs: Glyphs = LINES
    theme: str = "boxctl-dark"
    motion: bool = True
    watched: bool = True
    coach: CoachMode = "off"
    bench: bool = False
    demo: bool = False
    think: Think = at_once
    work: Work = do_at_once
    open_voice: OpenVoice | None = None
    controls: Controls = Controls.KEYS
    watcher: LaptopWatcher | None = None

    @property
    def page_note(self) -> str:
        """Where the pages in browsers are, and the table's code; empty without pages."""
        return "" if self.watcher is None else self.watcher.note
