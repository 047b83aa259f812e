"""A small picture of the box that a rule set is played on, as it stands at the start."""

from __future__ import annotations

from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import tile
from boxctl.screens.pictures.box.box_picture import box_picture
from boxctl.screens.pictures.box.box_plan import plan_box
from boxctl.screens.pictures.box.felt_picture import ThrownDice
from boxctl.screens.pictures.glyphs import Glyphs
from boxctl.screens.pictures.picture import Picture
from boxctl.screens.pictures.view_model import TileViewModel

_SHOWN = (6, 4, 3, 5)
"""The faces of the dice in the picture; the die of many sides shows its last."""


def small_box(rules: RuleSet, columns: int, lines: int, glyphs: Glyphs) -> Picture:
    """Draw the largest box that fits: at most so many columns and lines, often fewer.

    24 columns and 4 lines are enough for 8 tiles, 36 columns and 6 lines for 24.
    """
    plan = plan_box(rules.tiles, columns, lines)
    tiles = [
        TileViewModel(
            number,
            fallen=0.0 if rules.in_play & tile(number) else 1.0,
            lit=bool(rules.in_play & tile(number)),
            in_play=bool(rules.in_play & tile(number)),
        )
        for number in range(1, rules.tiles + 1)
    ]
    sides = rules.dice.sides
    faces = tuple(
        min(sides, _SHOWN[die % len(_SHOWN)]) if sides <= 6 else sides
        for die in range(rules.dice.count)
    )
    return box_picture(tiles, ThrownDice(faces, sides), plan, glyphs)
