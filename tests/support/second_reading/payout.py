"""R8: the stakes."""

from __future__ import annotations

from tests.support.second_reading.settings import Rules


def payout(
    rules: Rules, players: list[str], winners: list[str], *, by_shutting: bool
) -> dict[str, int]:
    """What each player has won or lost; it adds up to nothing. Winners come in seat order."""
    if not winners:  # R7.10: every stake goes back
        return dict.fromkeys(players, 0)
    stake = rules.stake
    paid = dict.fromkeys(players, -stake)
    share, odd = divmod(stake * len(players), len(winners))
    for place, winner in enumerate(winners):
        paid[winner] += share + (1 if place < odd else 0)
    if by_shutting and rules.double_on_shut:  # R8.2
        for player in players:
            if player != winners[0]:
                paid[player] -= stake
                paid[winners[0]] += stake
    return paid
