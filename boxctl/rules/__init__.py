"""The rules of the game: what a throw allows. Pure: no clock, no input or output, no hardware.

The modules:

``tiles``           a set of tiles as a small integer, one bit a tile
``ruleset``         the rules of one match: a value for every setting, its dice (R2) and scores (R6)
``settings``        reads and writes the settings as text
``turn_settings``   declares them: all that is said of each; ``match_settings`` the others
``setting_kinds``   the kinds of answers that settings take
``turn_memory``     what a turn remembers of its throws (R5.5, R5.6)
``contradictions``  which settings contradict each other
``variants``        the named rule sets, one file each in ``variants/``
``variant_names``   the other names of variants, in any spelling; ``variant_titles`` their titles
``variant_file``    reads such a file
``house``           the games of somebody's own house
``ways``            the ways in which dice make a move, and the names of lists of them (R3)
``moves``           what a throw allows (R3), and ``objections`` why it does not allow others
``money``           amounts of money as people write them (R8.1)
``rule_ids``        the ids of rules as constants; ``rulebook`` has their text
``faults``          what is wrong with a rule set, and the cure

A first look::

    >>> from boxctl.rules.variants import variant
    >>> from boxctl.rules.moves import moves
    >>> from boxctl.rules.tiles import numbers, tile_range
    >>> [numbers(move.tiles) for move in moves(variant("classic"), tile_range(9), (3, 4))]
    [(1, 2, 4), (1, 6), (2, 5), (3, 4), (7,)]

Rule ids such as ``R3.1`` are those of the rule book in ``docs/rulebook.md``.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.rules.contradictions import check
    from boxctl.rules.faults import RuleFault
    from boxctl.rules.moves import Move, allowed_counts
    from boxctl.rules.moves import moves as allowed_moves
    from boxctl.rules.ruleset import Dice, RuleSet, Throw
    from boxctl.rules.settings import with_settings
    from boxctl.rules.tiles import TileSet, numbers, read_tiles, tile_set, write_tiles
    from boxctl.rules.turn_memory import TurnMemory
    from boxctl.rules.variants import names, variant
else:
    __getattr__ = promised(
        {
            "boxctl.rules.contradictions": ("check",),
            "boxctl.rules.faults": ("RuleFault",),
            "boxctl.rules.moves": ("Move", "allowed_counts"),
            "boxctl.rules.ruleset": ("Dice", "RuleSet", "Throw"),
            "boxctl.rules.settings": ("with_settings",),
            "boxctl.rules.tiles": ("TileSet", "numbers", "read_tiles", "tile_set", "write_tiles"),
            "boxctl.rules.turn_memory": ("TurnMemory",),
            "boxctl.rules.variants": ("names", "variant"),
        },
        {"allowed_moves": ("boxctl.rules.moves", "moves")},
    )

__all__ = [
    "Dice",
    "Move",
    "RuleFault",
    "RuleSet",
    "Throw",
    "TileSet",
    "TurnMemory",
    "allowed_counts",
    "allowed_moves",
    "check",
    "names",
    "numbers",
    "read_tiles",
    "tile_set",
    "variant",
    "with_settings",
    "write_tiles",
]
