"""Each rule of the rule book in a short phrase, to stand beside its number. Pure.

The rule book itself has the text (:func:`boxctl.rules.rulebook.rule_texts`).
"""

from __future__ import annotations

from groundwork.language import message, tr

RULE_PHRASES = {
    "R1.1": message("the tiles of the box"),
    "R1.2": message("tiles that begin down are not in play"),
    "R2.1": message("the usual dice"),
    "R2.2": message("when one die may or must be thrown"),
    "R2.3": message("the right number of dice"),
    "R2.4": message("a die that cannot be read"),
    "R3.1": message("any tiles that add up to the total"),
    "R3.2": message("any tiles that add up to the difference of the dice"),
    "R3.3": message("the dice's own two tiles, or one with their sum, product or difference"),
    "R3.4": message("exactly one tile: that of a die, or of the total"),
    "R3.5": message("a move is all or nothing"),
    "R3.6": message("the turn ends where there is no move"),
    "R3.7": message("the tile of a die, those of both dice, or that of the total"),
    "R3.8": message("also the larger die divided by the smaller"),
    "R3.9": message("also the one tile that both dice of a double show"),
    "R3.10": message("one of the ways that this game lists"),
    "R4.1": message("a move may be taken back until it is complete"),
    "R4.2": message("when a move stands"),
    "R4.3": message("a tile of a move that stands stays as it is"),
    "R4.4": message("a tile that nothing asked to be moved"),
    "R4.5": message("tiles that are part of no allowed move"),
    "R4.6": message("a throw at the wrong time"),
    "R4.7": message("a tile that comes straight back never moved"),
    "R4.8": message("how long a move may be taken back"),
    "R4.9": message("a turn begins when every lever stands right"),
    "R4.10": message("levers both disturbed and refused"),
    "R4.11": message("levers that move together are judged together"),
    "R5.1": message("the first move must shut the opening tile"),
    "R5.2": message("a throw of the stop number ends the turn"),
    "R5.3": message("first to shut: a turn is one throw"),
    "R5.4": message("a double that cannot be played is thrown again"),
    "R5.5": message("the throw after a double is safe"),
    "R5.6": message("insurance: a double banks a marker"),
    "R5.7": message("a double may be thrown again instead of being played"),
    "R6.1": message("the open tiles added up"),
    "R6.2": message("how many tiles are open"),
    "R6.3": message("the open tiles read as one number"),
    "R6.4": message("lower is better"),
    "R6.5": message("what a lost turn scores"),
    "R7.1": message("one round: the lowest score wins"),
    "R7.2": message("rounds are added up to the target"),
    "R7.3": message("whoever reaches the target is out"),
    "R7.4": message("duel: one shuts, the other opens"),
    "R7.5": message("relay: both shut, the last tile wins"),
    "R7.6": message("one player, one turn"),
    "R7.7": message("a shut box in a match of several rounds"),
    "R7.8": message("who wins a tie"),
    "R7.9": message("who starts"),
    "R7.10": message("nobody wins, every stake goes back"),
    "R7.11": message("a fixed number of rounds"),
    "R7.12": message("what a shut box costs the others"),
    "R7.13": message("so many rounds to win"),
    "R7.16": message("points added to a player's turns"),
    "R8.1": message("the winner takes the pool"),
    "R8.2": message("a shut box is paid double"),
}
"""The phrase of each rule by its number: a marked message in English."""


def rule_phrase(rule: str) -> str:
    """Return what a rule is about; empty for one of somebody's own house."""
    phrase = RULE_PHRASES.get(rule)
    return "" if phrase is None else tr(phrase)


def rule_in_words(rule: str) -> str:
    """Return the number of a rule and what it is about: ``R3.5, a move is all or nothing``."""
    phrase = rule_phrase(rule)
    return tr("{rule}, {phrase}", rule=rule, phrase=phrase) if phrase else rule
