"""The whole bracket in a terminal: who meets whom, who goes on, and who has won."""

from __future__ import annotations

from itertools import takewhile

import pytest

from boxctl.presentation.tournament.bracket_lines import bracket_lines
from boxctl.tournament.events import System
from groundwork.cell_width import columns_of
from tests.boxctl.presentation.tournament.test_tournament_card import held

FIVE = """\
Round 1             Round 2             Final
                    Zoë ───────────────┐
                                       │
                                       ├Zoë ───────────────┐
Ann ───────────────┐                   │                   │
                   ├Donaudampfschifff ─┘                   │
Donaudampfschifff ─┘                                       │
                                                           ├
                                                           │
                    Bartholomew Feath ─┐                   │
                                       │                   │
                                       ├ ──────────────────┘
                                       │
                    Jean-Baptiste de ──┘
"""


def test_it_is_read_from_left_to_right() -> None:
    assert [*bracket_lines(held(System.KNOCKOUT, 5, most=2))] == FIVE.splitlines()


@pytest.mark.parametrize("count", range(3, 33))
def test_every_line_has_room_and_ends_in_its_corners(count: int) -> None:
    for most in (1, 5, 100):
        cup = held(System.KNOCKOUT, count, most)
        _titles, *lines = bracket_lines(cup)
        assert all(columns_of(line) <= 80 for line in lines)
        drawing = "".join(lines)
        byes = sum(pairing.is_bye for pairing in cup.pairings)
        rounds = (count - 1).bit_length()
        met = (1 << rounds) - 1 - byes
        # Of each match two names lead to a corner, and one sign between them leads on.
        assert [drawing.count(sign) for sign in "┐┘├"] == [met, met, met]


def test_the_winner_stands_behind_the_final() -> None:
    cup = held(System.KNOCKOUT, 8)
    (behind,) = [line for line in bracket_lines(cup) if line.count("├") and line[-1] not in "├┐┘│"]
    name = "".join(takewhile(lambda sign: sign != "├", reversed(behind)))[::-1]
    assert cup.pairings[-1].winner is not None
    assert cup.pairings[-1].winner.startswith(name)
