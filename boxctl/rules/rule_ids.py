"""The ids of the rules that rulings cite, named by subject.

Code names a rule only by these constants. Their text is in the rule book
(:func:`boxctl.rules.rulebook.rule_texts`).
"""

from __future__ import annotations

TILES = "R1.1"
DOWN = "R1.2"

ONE_DIE = "R2.2"
DICE_COUNT = "R2.3"
DIE_VALUE = "R2.4"

SUM = "R3.1"
DIFFERENCE = "R3.2"
CANOGA = "R3.3"
THAI = "R3.4"
EITHER = "R3.7"
QUOTIENT = "R3.8"
DOUBLE_SHUTS_OWN = "R3.9"
WAYS = "R3.10"
ALL_OR_NOTHING = "R3.5"
NO_MOVE = "R3.6"

TAKE_BACK = "R4.1"
COMMIT = "R4.2"
COMMITTED_TILE = "R4.3"
UNASKED_TILE = "R4.4"
REFUSED_MOVE = "R4.5"
THROW_NOT_NOW = "R4.6"
TAKE_BACK_MODE = "R4.8"
TURN_BEGINS = "R4.9"
ONE_ACT = "R4.11"

OPENING_TILE = "R5.1"
STOP_NUMBER = "R5.2"
FIRST_TO_SHUT = "R5.3"
DOUBLES = "R5.4"
EXTRA_THROW = "R5.5"
INSURANCE = "R5.6"
MAY_RETHROW = "R5.7"

SINGLE = "R7.1"
TOURNAMENT = "R7.2"
KNOCKOUT = "R7.3"
DUEL = "R7.4"
RELAY = "R7.5"
SOLO = "R7.6"
SHUT_IN_A_ROUND = "R7.7"
TIES = "R7.8"
WHO_STARTS = "R7.9"
NOBODY_WINS = "R7.10"
ROUNDS = "R7.11"
ROUNDS_WON = "R7.13"
