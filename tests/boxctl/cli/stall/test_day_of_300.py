"""A day of 300 goes at the stall of a fête, with three power cuts, and what was said of it before.

The goes are drawn with a seed, by somebody who plays well and errs one time in ten.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from boxctl.cli import main
from boxctl.journal.add_entry import add_signature
from boxctl.journal.disk.appender import Appender
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.stall_record import STALLS
from boxctl.odds.aims import aim
from boxctl.odds.sampling import (
    ORDINARY_ERRORS,
    Best,
    Human,
    alias_tables,
    chain_of_turn,
    first_state,
    play_turn,
    words_of,
)
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import score
from boxctl.rules.variants import variant
from boxctl.stall.events import Event, GoPaid, GoPlayed
from tests.boxctl.cli.test_commands import Captured, answer, refusal
from tests.support.records.plug import PlugPulled, pulling_the_plug
from tests.support.records.recorded_evening import play_to_the_end
from tests.support.tables.virtual_table import VirtualTable

GOES = 300
TERMS = ("--go", "50p", "--prize", "£2.50", "--best", "£5", "--pot", "5p")


def scores(seed: int) -> Iterator[int]:
    """The scores of goes without an end."""
    rules = variant("classic")
    chain = chain_of_turn(rules, Human(Best(solve(rules, aim("shut"))), ORDINARY_ERRORS))
    tables, words = alias_tables(chain), words_of(first_state(seed, 0))
    while True:
        state, _throws = play_turn(tables, words)
        yield score(rules.scoring, chain.left(state))


def pays_and_plays(first: int, made: list[int]) -> None:
    """Goes that people pay for and play, in one piece, so that the test is short."""
    events: list[Event] = []
    for number, each in enumerate(made, first):
        events += [
            GoPaid(go=number, name=f"Guest {number}", after=0),
            GoPlayed(go=number, score=each),
        ]
    STALLS.tell(usual_place(), None, lambda _day: events)


def stall(*words: str) -> int:
    return main(["stall", *words])


def test_a_day_of_300_goes(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    before = answer(capsys, "stall", "odds", *TERMS, "--goes", str(GOES))
    (human,) = (each for each in before["payouts"] if each["played"] == "human")
    drawn = scores(seed=31)
    assert stall("begin", *TERMS, "--float", "£20") == 0
    pays_and_plays(1, list(islice(drawn, 100)))

    # The plug is pulled as go 101 is paid: nothing is on the disk, and it is paid again.
    with monkeypatch.context() as plug:
        plug.setattr(Appender, "append", pulling_the_plug(written=False))
        with pytest.raises(PlugPulled):
            stall("go", "Zoe", "--score", "9")
    assert stall("go", "Zoe", "--score", "9") == 0
    assert len(STALLS.read(usual_place()).state.goes) == 101

    # It is pulled in the middle of a match on the box, which goes on afterwards.
    table = VirtualTable("classic", "Yan", journal=usual_place())
    table.throws(3, 4)
    table.shuts(7)
    table.loses_power()
    capsys.readouterr()
    assert refusal(capsys, "stall", "go", "Yan", "--match", "2").startswith("BX836")
    table.starts_again()
    play_to_the_end(table, seed=1)
    add_signature(usual_place(), table.read())
    table.close()
    assert stall("go", "Yan", "--match", "2") == 0
    capsys.readouterr()
    assert refusal(capsys, "stall", "go", "Xia", "--match", "2").startswith("BX836")
    pays_and_plays(103, list(islice(drawn, 197)))
    assert stall("correct", "7", "--void", "--reason", "a die fell off the table") == 0

    # It is pulled as the winners are paid, before that is answered: it was written.
    with monkeypatch.context() as plug:
        plug.setattr(Appender, "append", pulling_the_plug(written=True))
        with pytest.raises(PlugPulled):
            stall("pay")
    capsys.readouterr()
    assert stall("pay") == 0
    assert capsys.readouterr().out.startswith("Nothing is due.")
    pays_and_plays(300, list(islice(drawn, 1)))

    assert stall("close") == 0
    assert stall("pay") in (0, 1)
    capsys.readouterr()
    day = answer(capsys, "stall", "sheet")
    shut = sum(go["score"] == 0 for go in day["goes"])
    played = [go for go in day["goes"] if go["score"] is not None]
    assert (len(day["goes"]), len(played)) == (GOES, GOES - 1)
    assert sum(go["prize"] for go in day["goes"]) == shut * 250
    assert sum(go["best"] for go in day["goes"]) == 500
    assert sum(go["pot"] for go in day["goes"]) + day["pot_now"] == 5 * len(played)
    assert day["taken"] - day["refunded"] == 50 * len(played)
    assert day["due"] == 0
    assert day["in_tin"] == 2000 + day["pot_now"] + day["earned"]
    assert day["balances"]
    # The day is one of the 95 of 100 that were said beforehand.
    assert human["least"] <= day["settled"] <= human["most"]
    assert main(["verify"]) == 0
    assert "stall 1 holds" in capsys.readouterr().out

    # The pot goes on to tomorrow, by the same terms.
    assert stall("begin") == 0
    capsys.readouterr()
    tomorrow = answer(capsys, "stall", "sheet")
    assert (tomorrow["brought"], tomorrow["go"], tomorrow["best"]) == (day["pot_now"], 50, 500)
    assert main(["verify"]) == 0
