"""R6: scoring a turn, and R7.12: what a shut box does to the others of its round."""

from __future__ import annotations

from tests.support.second_reading.settings import Rules, Tiles


def score_of(rules: Rules, tiles: Tiles) -> int:
    """R6: what it costs to leave these tiles."""
    if rules.scoring == "missionary":
        return len(tiles)
    if rules.scoring == "digital":
        return int("".join(str(tile) for tile in sorted(tiles)) or "0")
    return sum(tiles)


def with_shut_bonus(rules: Rules, scores: dict[str, int], shut_by: list[str]) -> dict[str, int]:
    """R7.12: the scores of a round in which these players have shut the box."""
    settled = dict(scores)
    if rules.shut_bonus == "double_once":
        for player in settled:
            if any(shutter != player for shutter in shut_by):
                settled[player] *= 2
        return settled
    for shutter in shut_by:
        for player in settled:
            if player != shutter and rules.shut_bonus == "double":
                settled[player] *= 2
            elif player != shutter and isinstance(rules.shut_bonus, int):
                settled[player] += rules.shut_bonus
    return settled
