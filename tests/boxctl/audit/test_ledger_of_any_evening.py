"""The ledger of any evening, beside a reading of R7 and R8 that knows nothing but the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.audit.money_ledger import MoneyLedger, money_ledger
from boxctl.audit.narrate import OverrulingRequest, overrule
from boxctl.audit.overruled_result import turns_played
from boxctl.journal.add_entry import add_signature
from boxctl.journal.query import numbers_in, reading
from boxctl.presentation.journal.ledger_sentences import UncountedReason
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.soak import SOAK
from tests.support.tables.virtual_table import VirtualTable

NAMES = ("Ann", "Bob", "Cy", "Di")
STAKES = {
    "0": ("", 0),
    "7": ("", 7),
    "50p": ("GBP", 50),
    "£1.01": ("GBP", 101),
    "1 €": ("EUR", 100),
}
TURNS = ((), (7,), (8,), (9,), (9, 8), (8, 7), (9, 8, 7))
"""The tiles that are shut on the short box, in this order; all three shut the box."""

SCORES = (7, 8, 9, 15, 16, 17, 24)
"""Scores of the short box but 0, which would change who plays."""

NOW = "2026-11-21T23:00:00.000Z"


@dataclass(frozen=True)
class PlayedMatch:
    """A match of the evening; ``turns`` are all that were played, ``overruled`` by turn."""

    players: tuple[str, ...]
    stake: str
    rounds: int
    doubled: bool
    turns: tuple[tuple[int, ...], ...]
    left: bool
    overruled: tuple[tuple[int, int], ...]

    @property
    def scores(self) -> list[int]:
        """What counts for each turn, the overrulings applied."""
        made = [24 - sum(tiles) for tiles in self.turns]
        for turn, score in self.overruled:
            made[turn] = score
        return made

    @property
    def over(self) -> bool:
        """Whether all turns are played, or the box was shut in a single round."""
        shut = self.rounds == 1 and TURNS[-1] in self.turns
        return shut or len(self.turns) == self.rounds * len(self.players)


@st.composite
def played_matches(draw: st.DrawFn) -> PlayedMatch:
    """A match of one round or of two, over or not, and overruled perhaps."""
    players = tuple(draw(st.permutations(NAMES)))[: draw(st.integers(2, 4))]
    rounds = draw(st.integers(1, 2))
    all_turns = rounds * len(players)
    turns: list[tuple[int, ...]] = []
    for _turn in range(all_turns if draw(st.integers(0, 3)) else draw(st.integers(0, all_turns))):
        turns.append(draw(st.sampled_from(TURNS)))
        if rounds == 1 and turns[-1] == TURNS[-1]:
            break
    not_shut = [place for place, tiles in enumerate(turns) if tiles != TURNS[-1]]
    overrulings = st.tuples(st.sampled_from(not_shut), st.sampled_from(SCORES))
    return PlayedMatch(
        players,
        draw(st.sampled_from(sorted(STAKES))),
        rounds,
        rounds == 1 and draw(st.booleans()),
        tuple(turns),
        draw(st.booleans()),
        tuple(draw(st.lists(overrulings, max_size=2))) if not_shut else (),
    )


def plays(path: Path, match: PlayedMatch) -> None:
    """Play a match into the journal, and overrule it as the newest one."""
    several: dict[str, Any] = {"match": "tournament", "rounds": match.rounds, "target": "none"}
    table = VirtualTable(
        "classic",
        ",".join(match.players),
        journal=path,
        down=SHORT_BOX,
        stake=match.stake,
        double_on_shut=str(match.doubled).lower(),
        **(several if match.rounds > 1 else {}),
    )
    play_turns(table, *match.turns)
    left = match.left and not match.over
    if left:
        table.runtime.leave()
    table.close()
    add_signature(path, table.read())
    if left:
        # Such a match has no result to be overruled.
        return
    for turn, score in match.overruled:
        entry = turns_played(table.read())[turn].entry
        overrule(path, "last", OverrulingRequest(str(entry), score, "seen", "Joe"), NOW)


def payout(match: PlayedMatch) -> dict[str, int]:
    """Who is owed how much after a match that is over, by R7.1, R7.8, R7.11, R8.1 and R8.2."""
    _currency, stake = STAKES[match.stake]
    scores, seats = match.scores, len(match.players)
    if match.rounds == 1 and scores[-1] == 0:
        winners = [len(scores) - 1]
    else:
        totals = [sum(scores[seat::seats]) for seat in range(seats)]
        winners = [seat for seat in range(seats) if totals[seat] == min(totals)]
    each, odd = divmod(stake * seats, len(winners))
    owed = dict.fromkeys(match.players, -stake)
    for place, seat in enumerate(winners):
        owed[match.players[seat]] += each + (place < odd)
    if match.doubled and scores[winners[0]] == 0:
        for seat, player in enumerate(match.players):
            owed[player] += stake * (seats - 1) if seat == winners[0] else -stake
    return owed


def ledger_of(evening: Sequence[PlayedMatch]) -> MoneyLedger:
    with TemporaryDirectory() as folder:
        path = Path(folder, "journal.db")
        for match in evening:
            plays(path, match)
        with reading(path) as connection:
            return money_ledger(connection, tuple(numbers_in(connection)))


@settings(max_examples=6 * SOAK, deadline=None)
@given(st.lists(played_matches(), min_size=1, max_size=4))
def test_it_adds_up_what_the_rules_say(evening: list[PlayedMatch]) -> None:
    found = ledger_of(evening)
    staked = {
        number: match
        for number, match in enumerate(evening, start=1)
        if STAKES[match.stake] != STAKES["0"]
    }
    over = {number: match for number, match in staked.items() if match.over}
    assert {match.number: match.payout for match in found.counted} == {
        number: payout(match) for number, match in over.items()
    }
    assert {match.number: match.reason for match in found.uncounted} == {
        number: UncountedReason.LEFT if match.left else UncountedReason.NOT_OVER
        for number, match in staked.items()
        if not match.over
    }
    assert [bool(match.overruled) for match in found.counted] == [
        bool(match.overruled) for match in over.values()
    ]
    owed: dict[str, Counter[str]] = {}
    for match in over.values():
        owed.setdefault(STAKES[match.stake][0], Counter()).update(payout(match))
    assert {account.currency: account.balances for account in found.accounts} == owed
    for account in found.accounts:
        left = Counter(account.balances)
        for paid in account.settlement.payments:
            left.update({paid.payer: paid.amount, paid.payee: -paid.amount})
        assert not any(left.values())
