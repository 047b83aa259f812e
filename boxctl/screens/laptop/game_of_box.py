"""The game of the box that a box.toml describes, to be played on a simulated one."""

from __future__ import annotations

from boxctl.rules.variants import own_name
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.virtual_box import parts_of
from boxctl.table.check_rules import players_of, rules_of
from hardware.config.box_file import BoxFile
from hardware.config.tables.roller import EmulatedTable, HandTable


def game_of_box(box_file: BoxFile) -> GameChoice:
    """Return the game that is played at this box, with its players, its dice and its parts.

    A roller that is plugged in, or on the Pi, is simulated. The file has to be checked
    (:func:`boxctl.table.check_rules.check_box_file`).
    """
    rules, roller = box_file.rules, box_file.roller
    emulated = roller if isinstance(roller, EmulatedTable) else None
    return GameChoice(
        own_name(rules.variant),
        rules.settings,
        tuple(players_of(rules, rules_of(rules))),
        seed=None if emulated is None else emulated.seed,
        emulated=emulated is not None,
        by_hand=isinstance(roller, HandTable),
        parts=parts_of(box_file),
        handicaps=rules.handicaps,
    )
