"""The tiles and the dice that people ask about, as they write them."""

from __future__ import annotations

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet, Throw, can_show
from boxctl.rules.tiles import TileSet, read_tiles, write_tiles
from groundwork.language import tr


class PositionFault(RuleFault):
    """Tiles or dice that a box of these rules has not (BX779)."""

    def __init__(self, sentence: str, cure: str = "") -> None:
        super().__init__("BX779", sentence, cure)

    def __reduce__(self) -> tuple[type[RuleFault], tuple[str, ...]]:  # type: ignore[override]
        return type(self), (self.sentence, self.cure)


def read_levers(rules: RuleSet, text: str) -> TileSet:
    """Return the tiles that are written, in play or not.

    Raises :class:`PositionFault` for tiles that are not on the box, and :class:`RuleFault` for what
    is no set of tiles.
    """
    tiles = read_tiles(text)
    if unknown := tiles & ~rules.on_the_box:
        raise PositionFault(
            tr(
                "there is no tile {tiles}, the box has tiles 1 to {last}",
                tiles=write_tiles(unknown),
                last=rules.tiles,
            )
        )
    return tiles


def read_throw(rules: RuleSet, text: str) -> Throw:
    """Return the dice that are written. Raises :class:`PositionFault` for what no die can show.

    How many dice the rules allow is not checked (R2.3).
    """
    values = []
    for part in text.split(","):
        value = part.strip()
        if not (value.isascii() and value.isdigit() and len(value) <= 9):
            raise PositionFault(tr('"{part}" is no die', part=part), tr("write it like 2,4"))
        if not can_show(rules.dice, int(value)):
            raise _cannot_show(rules, int(value))
        values.append(int(value))
    return tuple(values)


def _cannot_show(rules: RuleSet, value: int) -> PositionFault:
    sides = rules.dice.sides
    if value <= sides or rules.dice.count == 1:
        return PositionFault(
            tr("a die with {sides} sides cannot show {value}", sides=sides, value=value)
        )
    # Somebody names a total where the dice are asked for.
    return PositionFault(
        tr(
            "a die with {sides} sides cannot show {value}; if it is the total, write each die, "
            "such as {example}",
            sides=sides,
            value=value,
            example=rules.dice.example.replace(" ", ","),
        )
    )
