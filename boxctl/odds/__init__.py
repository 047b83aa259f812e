"""What a position is worth: exact odds and best moves. docs/odds.md says what is exact.

May import the score sheet of the referee, and rules. Pure, but for the file of the_300's table.

One turn:

``throws``         every throw of a rule set with its moves, those with the same answers as one
``turn_states``    a position with what the turn remembers: extra throws and markers
``aims``           what to play for: to shut the box, the least score, or a win
``turn``           the worth of every position under best play, and of each move
``duel``           the same for two players at one box

Many turns:

``prizes``         the package for a turn that is solved for thousands of prizes
``sampling``       turns played by the million, in every way: best, by rules of thumb, with errors
``*_numpy``        the same functions for many at once; they need the extra ``odds``, as do the
                   turns of ``sampling`` compiled (:mod:`boxctl.simulation.turns.compiled_turns`)

Questions:

``table_odds``     the odds at the tables of a match, and of one turn that is asked about
``post_mortem``    what each throw of a match was worth and what each decision lost; what a position
                   promises, to say why a choice is better
``given_away``     what choices lose a turn, and how sure that is
``match``          the package for what a turn is worth to a round or a match
``the_300``        the package for The 300, whose 2**24 positions need a table in a file

A first look::

    >>> from boxctl.odds.aims import aim
    >>> from boxctl.odds.turn import solve
    >>> from boxctl.rules.tiles import tile_range
    >>> from boxctl.rules.variants import variant
    >>> rules = variant("classic")
    >>> round(solve(rules, aim("golf")).before_throw(tile_range(9)), 6)
    11.15304

Worths are sums of at most a few hundred products in double precision: the twelfth digit is good.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.odds.aims import Aim, AimName, aim, usual_aim
    from boxctl.odds.turn import AgainOdds, AnswerOdds, MoveOdds, TurnOdds, solve
else:
    __getattr__ = promised(
        {
            "boxctl.odds.aims": ("Aim", "AimName", "aim", "usual_aim"),
            "boxctl.odds.turn": ("AgainOdds", "AnswerOdds", "MoveOdds", "TurnOdds", "solve"),
        },
    )

__all__ = [
    "AgainOdds",
    "Aim",
    "AimName",
    "AnswerOdds",
    "MoveOdds",
    "TurnOdds",
    "aim",
    "solve",
    "usual_aim",
]
