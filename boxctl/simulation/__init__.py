"""Matches without people: played by named players, and counted.

May import odds, referee and rules.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
    from boxctl.simulation.players import NamedPlayer
    from boxctl.simulation.simulate import simulate as simulate_matches
    from boxctl.simulation.statistics import Statistics
else:
    __getattr__ = promised(
        {
            "boxctl.simulation.players": ("NamedPlayer",),
            "boxctl.simulation.statistics": ("Statistics",),
            "boxctl.presentation.ways_to_play": ("WAYS_TO_PLAY",),
        },
        {"simulate_matches": ("boxctl.simulation.simulate", "simulate")},
    )

__all__ = ["WAYS_TO_PLAY", "NamedPlayer", "Statistics", "simulate_matches"]
