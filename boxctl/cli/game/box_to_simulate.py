"""``boxctl play --config``: play the box of a box.toml, simulated."""

from __future__ import annotations

from argparse import Namespace

from boxctl.cli import BadOption
from boxctl.cli.game.play_options import first_given
from boxctl.rules.variants import own_name
from boxctl.screens.laptop.virtual_box import parts_of
from boxctl.table.check_rules import check_box_file
from groundwork.language import language, tr, use
from hardware.config.read import read_box
from hardware.config.tables.roller import EmulatedTable, HandTable

SETTLED = ("rules", "changes", "players", "handicap", "stake", "resume", "watch")
"""The options that box.toml settles."""


def take_box(given: Namespace) -> None:
    """Let box.toml say what the options leave open: the rules, the players, the dice, the parts.

    A roller that is plugged in, or on the Pi, is simulated, unless ``--roller`` names one. Raises
    :class:`BadOption` for an option that box.toml settles, and :class:`BoxFileFault`.
    """
    if (flag := first_given(given, SETTLED)) is not None:
        raise BadOption(
            tr("--{flag} does not go with --config: box.toml says what is played.", flag=flag)
        )
    box_file = read_box(given.config, check_box_file)
    if given.lang is None and box_file.box.language is not None:
        use(language(box_file.box.language))
    given.rules = own_name(box_file.rules.variant)
    given.changes = [f"{key}={value}" for key, value in box_file.rules.settings]
    given.named = list(box_file.rules.players)
    given.handicap = [f"{name}={points}" for name, points in box_file.rules.handicaps]
    given.parts = parts_of(box_file)
    roller = box_file.roller
    if given.roller is None and isinstance(roller, HandTable):
        given.roller = "hand"
    elif given.roller is None and isinstance(roller, EmulatedTable):
        given.roller = "emulated"
        given.seed = roller.seed if given.seed is None else given.seed
