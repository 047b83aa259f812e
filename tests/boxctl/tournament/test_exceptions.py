"""What goes otherwise on an evening: late, away, withdrawn, corrected, drawn anew."""

from __future__ import annotations

import pytest

from boxctl.tournament.draw import by_lot
from boxctl.tournament.events import DecidedBy, DrawTakenBack, Presence, RoundDrawn
from boxctl.tournament.faults import TournamentFault
from boxctl.tournament.standings import standings
from boxctl.tournament.state import PlayOrder, next_at, order_of_play
from tests.boxctl.tournament.an_evening import Evening, first_wins


def places(evening: Evening) -> list[tuple[int, str]]:
    return [(line.place, line.name) for line in standings(evening.cup)]


def test_somebody_who_comes_late_plays_from_the_next_round_on() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=3).rounds(most=1)
    evening.joins("Eve")
    drawn = evening.draws()
    assert any("Eve" in names for names in drawn)
    assert evening.cup.points["Eve"] in (0, 2)


def test_in_a_round_robin_somebody_late_still_meets_everybody() -> None:
    evening = Evening("round_robin", "Ann Bob Cas Dee").rounds(most=2)
    evening.joins("Eve")
    evening.rounds()
    met = {frozenset(pairing.names) for pairing in evening.cup.pairings}
    assert evening.is_over
    assert len(met) == len(evening.cup.pairings) == 10


def test_nobody_comes_into_a_knockout_that_is_drawn() -> None:
    evening = Evening("knockout", "Ann Bob Cas")
    evening.draws()
    with pytest.raises(TournamentFault, match="first round of the knockout is drawn"):
        evening.joins("Dee")
    evening.tell(DrawTakenBack(round=1, reason="Dee is here"))
    evening.joins("Dee")
    assert len(evening.draws()) == 2


def test_who_is_away_is_not_paired_in_a_swiss() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=3).rounds(most=1)
    evening.goes("Bob")
    assert ("Bob",) not in evening.draws()
    assert all("Bob" not in pairing.names for pairing in evening.cup.of_round(2))
    evening.plays()
    evening.goes("Bob", Presence.BACK)
    assert any("Bob" in names for names in evening.draws())


def test_a_round_robin_goes_on_without_who_is_away_and_catches_up() -> None:
    evening = Evening("round_robin", "Ann Bob Cas Dee")
    evening.goes("Dee")
    evening.rounds()
    assert {"Dee"} < {name for pairing in evening.cup.open for name in pairing.names}
    assert not evening.is_over
    evening.goes("Dee", Presence.BACK)
    evening.plays()
    assert evening.is_over


def test_who_withdraws_loses_what_is_open_and_is_paired_no_more() -> None:
    evening = Evening("knockout", "Ann Bob Cas Dee")
    evening.draws()
    ann = next(pairing for pairing in evening.cup.open if "Ann" in pairing.names)
    evening.goes("Ann", Presence.WITHDRAWN)
    assert evening.cup.pairing(ann.number).winner == ann.opponent("Ann")
    with pytest.raises(TournamentFault, match="Ann has withdrawn"):
        evening.goes("Ann", Presence.BACK)


def test_two_who_withdraw_leave_their_place_in_the_bracket_empty() -> None:
    evening = Evening("knockout", "Ann Bob Cas Dee")
    first, _second = evening.draws()
    for name in first:
        evening.goes(name, Presence.WITHDRAWN)
    evening.rounds()
    evening.plays()
    evening.rounds()
    assert evening.is_over
    assert places(evening)[0][1] not in first


def test_a_withdrawal_early_in_a_round_robin_counts_for_nobody() -> None:
    evening = Evening("round_robin", "Ann Bob Cas Dee Eve").rounds(most=1)
    evening.goes("Bob", Presence.WITHDRAWN)
    evening.rounds()
    lines = {line.name: line for line in standings(evening.cup)}
    assert lines["Bob"].points == 0
    assert max(lines["Ann"].won, lines["Cas"].won) <= 3
    assert places(evening)[-1][1] == "Bob"


def test_a_late_withdrawal_from_a_round_robin_gives_the_rest_to_the_others() -> None:
    evening = Evening("round_robin", "Ann Bob Cas Dee").rounds(most=2)
    evening.goes("Ann", Presence.WITHDRAWN)
    evening.rounds()
    lines = {line.name: line for line in standings(evening.cup)}
    assert lines["Ann"].points == 4
    assert sum(line.points for line in lines.values()) == 2 * 6


def test_a_corrected_result_counts_and_leaves_its_trail() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=2).rounds(most=1)
    evening.corrects(1, "Cas")
    assert evening.cup.points["Cas"] == 2
    (told,) = evening.cup.corrections
    assert (told.was, told.winner, told.reason) == ("Ann", "Cas", "misread")


def test_a_knockout_result_stands_once_the_next_round_is_drawn_by_it() -> None:
    evening = Evening("knockout", "Ann Bob Cas Dee").rounds(most=1)
    evening.draws()
    with pytest.raises(TournamentFault, match="round 2 is drawn by that result"):
        evening.corrects(1, "Dee")
    evening.tell(DrawTakenBack(round=2, reason="the first was misread"))
    evening.corrects(1, evening.cup.pairing(1).names[1])
    assert evening.cup.pairing(1).names[1] in {n for names in evening.draws() for n in names}


def test_a_round_that_was_begun_is_not_drawn_anew() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=2)
    evening.draws()
    evening.starts(1)
    with pytest.raises(TournamentFault, match="pairing 1 of round 1 has been begun"):
        evening.tell(DrawTakenBack(round=1, reason="late"))


def test_a_round_that_the_draw_does_not_give_is_refused() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=2)
    with pytest.raises(TournamentFault, match="round 1 is not the one"):
        evening.tell(RoundDrawn(round=1, pairings=()))


def test_no_round_is_drawn_while_one_is_open() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=2)
    evening.draws()
    with pytest.raises(TournamentFault, match="pairing 1, Ann and Cas, is still to be played"):
        evening.draws()


def test_a_knockout_match_needs_a_winner() -> None:
    evening = Evening("knockout", "Ann Bob Cas Dee")
    evening.draws()
    with pytest.raises(TournamentFault, match="without a winner"):
        evening.decides(1, None)


def test_a_pairing_is_decided_once_and_by_one_of_the_two() -> None:
    evening = Evening("swiss", "Ann Bob Cas Dee", rounds=2)
    evening.draws()
    with pytest.raises(TournamentFault, match="Bob does not play in pairing 1"):
        evening.decides(1, "Bob")
    evening.decides(1, "Ann", DecidedBy.ORGANISER)
    with pytest.raises(TournamentFault, match="decided already"):
        evening.decides(1, "Cas")


@pytest.mark.parametrize(
    ("names", "rounds", "says"),
    [("Ann Bob", 1, "2 names"), (33, 3, "33 names"), ("Ann Bob Cas", 4, "rounds = 4 with 3 names")],
)
def test_what_no_tournament_can_begin_with(names: str | int, rounds: int, says: str) -> None:
    with pytest.raises(TournamentFault, match=says):
        Evening("swiss", names, rounds=rounds)


def test_lots_are_drawn_again_from_the_seed() -> None:
    names = ("Ann", "Bob", "Cas")
    assert by_lot(names, None) == names
    assert by_lot(names, 3) == by_lot(tuple(reversed(names)), 3)
    assert len({by_lot(names, seed) for seed in range(40)}) == 6


def test_two_boxes_play_at_once_and_nobody_at_both() -> None:
    evening = Evening("round_robin", "Ann Bob Cas Dee", boxes=("bar", "back"))
    evening.draws()
    assert [each.turn for each in order_of_play(evening.cup)] == [PlayOrder.NEXT, PlayOrder.NEXT]
    evening.starts(1)
    evening.decides(2, first_wins(evening.cup.pairing(2)))
    assert next_at(evening.cup, "bar") == evening.cup.pairing(1)
    assert next_at(evening.cup, "back") is None


def test_draws_are_shared_and_equal_ones_share_a_place() -> None:
    evening = Evening("round_robin", "Ann Bob Cas").rounds(lambda pairing: None)
    assert {place for place, _name in places(evening)} == {1}
