"""The last choice of game and theme, kept in a file beside the journal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from boxctl.rules.faults import RuleFault
from boxctl.screens.coaching.mode import CoachMode, read_mode
from boxctl.screens.laptop.game_choice import GameChoice
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.small_file import read_small_file
from groundwork.whole_file import write_whole

FILE = "last-game.json"
MOST_BYTES = 1 << 16


@frozen_dataclass
class LastChoice:
    """The last game, and the settings of the screen. Dice and seed are chosen anew every time."""

    chosen: GameChoice
    coach: CoachMode = "off"
    theme: str = ""
    motion: bool = True


def remember(journal: Path, choice: LastChoice) -> None:
    """Write the choice to its file. A failure is ignored: no game should stop for it."""
    chosen = choice.chosen
    document = {
        "variant": chosen.variant,
        "changes": dict(chosen.changes),
        "players": list(chosen.players),
        "coach": choice.coach,
        "theme": choice.theme,
        "motion": choice.motion,
    }
    path = journal.parent / FILE
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, (json.dumps(document, indent=1) + "\n").encode())


def recall(journal: Path) -> LastChoice | None:
    """Return the last choice, or None if there is none that can still be played."""
    try:
        read = json.loads(read_small_file(journal.parent / FILE, MOST_BYTES))
        choice = _choice(read)
        choice.chosen.check()
    except (
        OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, RuleFault
    ):  # fmt: skip
        return None
    return choice


def _choice(read: Mapping[str, Any]) -> LastChoice:
    changes = tuple((str(key), str(value)) for key, value in read["changes"].items())
    players = tuple(map(str, read["players"]))
    chosen = GameChoice(str(read["variant"]), changes, players)
    return LastChoice(
        chosen,
        coach=read_mode(read["coach"]),
        theme=str(read["theme"]),
        motion=read.get("motion") is not False,
    )
