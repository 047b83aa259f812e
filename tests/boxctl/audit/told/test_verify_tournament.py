"""A tournament is recorded and verified like a match: what is told is signed, and follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.audit.told.results import matches_of
from boxctl.audit.told.verify_told import ToldVerification, verify_tournament
from boxctl.audit.verify_match import VerifyAgainst
from boxctl.cli import main
from boxctl.journal.add_entry import holding
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.ledger import known_keys
from boxctl.journal.query import newest, numbers_in, reading, records_of
from boxctl.journal.tournament_record import TOURNAMENTS, RecordedTournament, matches_counted
from boxctl.tournament.draw import draw
from boxctl.tournament.events import (
    Begun,
    DecidedBy,
    Event,
    PairingDecided,
    Presence,
    PresenceChanged,
    RoundDrawn,
    System,
)
from boxctl.tournament.faults import TournamentFault
from boxctl.tournament.state import Tournament
from tests.support.records.forger import Forged, forges, writes
from tests.support.records.recorded_evening import a_short_match
from tests.support.records.recorded_session import plays_a_match

Captured = pytest.CaptureFixture[str]


def begun(names: str = "Ann Bob Cas") -> Begun:
    return Begun(
        system=System.ROUND_ROBIN,
        names=tuple(names.split()),
        boxes=("pub",),
        rounds=0,
        seed=None,
        variant="classic",
        settings={},
        handicap={},
    )


def next_round(cup: Tournament) -> list[RoundDrawn]:
    return [RoundDrawn(round=cup.round + 1, pairings=draw(cup))]


def always(event: Event) -> Callable[[Tournament], list[Event]]:
    return lambda _cup: [event]


def verified(path: Path, number: int) -> ToldVerification:
    with reading(path) as connection:
        return verify_tournament(connection, number, VerifyAgainst(known=known_keys(path)))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Bob has beaten Ann in match 1, and tournament 2 has Ann, Bob and Cas."""
    path = tmp_path / "journal.db"
    a_short_match(path)
    TOURNAMENTS.begin(path, begun())
    return path


def takes_the_result(path: Path) -> RecordedTournament:
    """Draw the rounds until Ann meets Bob, and take the result of their match 1."""
    found = TOURNAMENTS.tell(path, 2, next_round)
    while found.state.pairings[-1].names not in (("Ann", "Bob"), ("Bob", "Ann")):
        number = found.state.pairings[-1].number
        winner = found.state.pairings[-1].one
        by_hand = PairingDecided(pairing=number, winner=winner, decided_by=DecidedBy.ORGANISER)
        TOURNAMENTS.tell(path, 2, always(by_hand))
        found = TOURNAMENTS.tell(path, 2, next_round)
    pairing = found.state.pairings[-1]
    with reading(path) as connection:
        (match,) = matches_of(connection, pairing, 0)
    return TOURNAMENTS.tell(path, 2, lambda _cup: [match.decision_on(pairing)])


def test_a_tournament_in_an_empty_journal_is_signed_from_its_first_entry_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    assert TOURNAMENTS.begin(path, begun()).number == 1
    TOURNAMENTS.tell(path, 1, next_round)
    verdict = verified(path, 1)
    assert verdict.holds
    assert verdict.signed is not None
    assert verdict.signed.head.entries == verdict.entries
    assert main(["verify", "--journal", str(path)]) == 0


def test_what_is_told_is_there_again(journal: Path) -> None:
    told = takes_the_result(journal)
    again = TOURNAMENTS.read(journal)
    assert again.state == told.state
    assert again.state.pairings[-1].winner == "Bob"
    assert verified(journal, 2).holds


def test_matches_are_counted_and_chained_past_a_tournament(journal: Path) -> None:
    plays_a_match(journal)
    with reading(journal) as connection:
        assert (list(numbers_in(connection)), newest(connection)) == ([1, 3], 3)
        assert list(records_of(connection, "tournament")) == [2]
    assert main(["verify", "--journal", str(journal)]) == 0


def test_the_newest_match_is_one_though_a_tournament_is_newer(
    journal: Path, capsys: Captured
) -> None:
    assert main(["replay", "--journal", str(journal), "--json"]) == 0
    assert main(["matches", "--journal", str(journal)]) == 0
    assert len(capsys.readouterr().out.splitlines()[-1:]) == 1
    assert main(["dispute", "2", "last", "--journal", str(journal)]) == 2
    assert capsys.readouterr().err.startswith("BX606")


def test_a_result_that_was_written_otherwise_is_found(journal: Path) -> None:
    takes_the_result(journal)
    writes(journal, """UPDATE entry SET body = replace(body, '"Bob"', '"Ann"') WHERE match = 2""")
    assert verified(journal, 2).broken is not None
    with pytest.raises(JournalFault, match="BX611"):
        TOURNAMENTS.read(journal)


def test_a_result_that_its_match_has_not_is_found_though_the_chain_is_right(journal: Path) -> None:
    takes_the_result(journal)

    def ann_wins(entries: Forged) -> Forged:
        kind, body = entries[-1]
        return [*entries[:-1], (kind, {**body, "winner": "Ann"})]

    forges(journal, 2, ann_wins)
    writes(journal, "DELETE FROM head WHERE match = 2")
    assert "match 1 does not say what pairing" in verified(journal, 2).wrong


def test_a_round_that_is_not_the_one_drawn_is_found_though_the_chain_is_right(
    journal: Path,
) -> None:
    TOURNAMENTS.tell(journal, 2, next_round)

    def others_meet(entries: Forged) -> Forged:
        kind, body = entries[-1]
        (drawn,) = body["pairings"]
        return [*entries[:-1], (kind, {**body, "pairings": [{**drawn, "one": "Ann"}]})]

    forges(journal, 2, others_meet)
    writes(journal, "DELETE FROM head WHERE match = 2")
    assert "round 1 is not the one that the draw gives" in verified(journal, 2).wrong


def test_what_no_key_of_the_box_has_signed_is_not_proved(journal: Path) -> None:
    TOURNAMENTS.tell(journal, 2, next_round)
    writes(journal, "DELETE FROM head WHERE match = 2")
    verdict = verified(journal, 2)
    assert not verdict.holds
    assert "has not signed its entries" in verdict.sentence


def test_a_tournament_whose_end_was_cut_off_is_found(journal: Path) -> None:
    takes_the_result(journal)
    writes(
        journal,
        "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry WHERE match = 2)",
    )
    assert verified(journal, 2).broken is not None


def test_nothing_is_recorded_of_what_cannot_be(journal: Path) -> None:
    before = TOURNAMENTS.read(journal).record
    wrong = PairingDecided(pairing=1, winner="Ann", decided_by=DecidedBy.ORGANISER)
    with pytest.raises(TournamentFault, match="there is no pairing 1"):
        TOURNAMENTS.tell(journal, 2, lambda _cup: [wrong])
    assert TOURNAMENTS.read(journal).record == before


def who_meet_twice(path: Path) -> None:
    """Begin tournament 3, in which Cas is away, and Ann and Bob meet in both rounds."""
    TOURNAMENTS.begin(path, replace(begun(), system=System.SWISS, rounds=2))
    TOURNAMENTS.tell(path, 3, always(PresenceChanged(name="Cas", presence=Presence.AWAY)))
    TOURNAMENTS.tell(path, 3, next_round)
    assert main(["tournament", "result", "1", "--match", "1", "--journal", str(path)]) == 0
    TOURNAMENTS.tell(path, 3, next_round)


def test_a_match_counts_once(journal: Path, capsys: Captured) -> None:
    who_meet_twice(journal)
    capsys.readouterr()
    assert main(["tournament", "result", "2", "--match", "1", "--journal", str(journal)]) == 2
    assert "that has not been counted" in capsys.readouterr().err


def test_a_match_that_counts_twice_is_found(journal: Path) -> None:
    who_meet_twice(journal)
    (head,) = matches_counted(TOURNAMENTS.read(journal).record)
    told = PairingDecided(pairing=2, winner="Bob", decided_by=DecidedBy.MATCH, match=head)
    TOURNAMENTS.tell(journal, 3, always(told))
    assert "match 1 is the result of two pairings" in verified(journal, 3).wrong


def test_a_match_of_others_is_no_result(journal: Path) -> None:
    head = matches_counted(takes_the_result(journal).record)[0]
    TOURNAMENTS.begin(journal, begun())
    TOURNAMENTS.tell(journal, 3, next_round)
    told = PairingDecided(pairing=1, winner="Bob", decided_by=DecidedBy.MATCH, match=head)
    TOURNAMENTS.tell(journal, 3, always(told))
    assert "does not say what pairing 1" in verified(journal, 3).wrong


OVERRULED = ("overrule", "1", "28", "--score", "15", "--reason", "the 8 bounced back")
"""Bob had won match 1; by this Ann has."""


def test_a_match_that_is_overruled_later_keeps_its_place_until_it_is_corrected(
    journal: Path, capsys: Captured
) -> None:
    here = ("--journal", str(journal))
    pairing = takes_the_result(journal).state.pairings[-1].number
    assert verified(journal, 2).overruled == ()
    assert main([*OVERRULED, *here]) == 0
    verdict = verified(journal, 2)
    assert verdict.holds
    wanted = f"boxctl tournament correct {pairing} --winner Ann --reason TEXT"
    (said,) = (each.sentence for each in verdict.overruled)
    assert said.startswith(
        f"Pairing {pairing}: Bob has won; match 1 was overruled since, and by it:"
    )
    assert said.endswith(f"Ann has won. To take that over: {wanted}")
    assert verdict.sentence.endswith(said)
    assert verdict.as_json()["overruled"] == [pairing]
    assert TOURNAMENTS.read(journal).state.pairing(pairing).winner == "Bob"
    capsys.readouterr()
    assert main(["tournament", "table", *here]) == 0
    assert said in capsys.readouterr().out
    corrected = ("correct", str(pairing), "--winner", "Ann", "--reason", "overruled")
    assert main(["tournament", *corrected, *here]) == 0
    assert verified(journal, 2).overruled == ()
    capsys.readouterr()
    assert main(["tournament", "table", *here]) == 0
    told = capsys.readouterr().out
    assert "was overruled since" not in told
    assert f"Corrected, pairing {pairing}: Ann has won; before: Bob has won. overruled" in told


def test_an_overruling_that_changes_no_winner_is_not_spoken_of(journal: Path) -> None:
    takes_the_result(journal)
    told = ["overrule", "1", "28", "--score", "8", "--reason", "seen", "--journal", str(journal)]
    assert main(told) == 0
    assert verified(journal, 2).overruled == ()


def test_what_the_organiser_has_corrected_is_his_word(journal: Path) -> None:
    here = ("--journal", str(journal))
    pairing = takes_the_result(journal).state.pairings[-1].number
    corrected = ("correct", str(pairing), "--draw", "--reason", "settled outside")
    assert main(["tournament", *corrected, *here]) == 0
    assert main([*OVERRULED, *here]) == 0
    assert verified(journal, 2).overruled == ()


def test_a_replay_tells_the_rounds_and_the_table(journal: Path, capsys: Captured) -> None:
    takes_the_result(journal)
    capsys.readouterr()
    assert main(["replay", "2", "--journal", str(journal)]) == 0
    replayed = capsys.readouterr().out
    assert main(["tournament", "table", "--journal", str(journal)]) == 0
    assert replayed.startswith("Round 1\n")
    assert replayed.endswith(capsys.readouterr().out)


def test_it_can_be_read_while_somebody_tells_something(journal: Path) -> None:
    with holding(journal, 2):
        assert verified(journal, 2).holds


def test_the_second_of_two_organisers_is_told_so_in_words_of_a_tournament(
    journal: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as at_once:
        at_once.setattr(MatchLock, "take", lambda *_: False)
        assert main(["tournament", "next", "--journal", str(journal)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("BX609: another program is adding to tournament 2: wait a moment")
    assert TOURNAMENTS.read(journal).state.round == 0


def test_a_journal_without_a_tournament_says_so(tmp_path: Path) -> None:
    with pytest.raises(TournamentFault, match="there is no tournament yet"):
        TOURNAMENTS.read(tmp_path / "journal.db")
