"""``boxctl play --config``: play the box of a box.toml, simulated."""

from __future__ import annotations

from argparse import Namespace

from boxctl.cli import BadOption
from boxctl.cli.game.play_options import first_given
from boxctl.screens.dice_tray import EMULATED, HAND
from boxctl.screens.laptop.game_of_box import game_of_box
from boxctl.table.check_rules import check_box_file
from groundwork.language import language, tr, use
from hardware.config.read import read_box

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
    game = game_of_box(box_file)
    given.rules = game.variant
    given.changes = [f"{key}={value}" for key, value in game.changes]
    given.named = list(box_file.rules.players)
    given.handicap = [f"{name}={points}" for name, points in game.handicaps]
    given.parts = game.parts
    if given.roller is None and game.by_hand:
        given.roller = HAND
    elif given.roller is None and game.emulated:
        given.roller = EMULATED
        given.seed = game.seed if given.seed is None else given.seed
