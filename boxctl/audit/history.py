"""Count how the players of a journal have fared: wins, scores, streaks, luck and skill by game.

Only what verifies is counted, and only matches that were played to their end: each with the result
that stands now, after overrulings. Matches are read one at a time, and what is kept of them does
not grow with their number.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from boxctl.audit.history_tally import GameTally, LuckJudge, MatchOfPlayer, outcome_of
from boxctl.audit.money_ledger import UncountedMatch, all_sound, matches_since
from boxctl.audit.overruled_result import (
    OverruledResult,
    final_result,
    scores_that_count,
)
from boxctl.audit.verify_journal import verdicts_on
from boxctl.audit.verify_match import NOTHING_ELSE, MatchVerification, VerifyAgainst
from boxctl.journal.entry_kinds import HouseGame
from boxctl.journal.proof.findings import (
    HeadsUnfit,
    ProofFinding,
    ProofGap,
    proof_findings,
    proof_gaps,
)
from boxctl.journal.proof.ledger import keys_of_ledger, known_keys
from boxctl.journal.query import numbers_in, reading
from boxctl.journal.recorded_match import RecordedMatch, read_header
from boxctl.presentation.game_names import title_recorded
from boxctl.presentation.journal.ledger_sentences import UncountedReason
from boxctl.presentation.journal.player_history import HANDICAP, GameHistory, PlayerHistory
from boxctl.presentation.phrases import alike_names
from boxctl.presentation.ways_to_play import among_people, way_to_play
from boxctl.referee.players import handicaps_by_name
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, deciding, with_settings
from boxctl.rules.variants import own_name, variant
from groundwork.frozen_dataclass import frozen_dataclass

GameKey = tuple[str, tuple[tuple[str, str], ...]]
"""A variant, and its settings that differ from the variant's own."""


@frozen_dataclass
class History:
    """The history of the people in the ``counted`` matches; of a robot only if it is asked for.

    ``findings`` is what does not fit what the box has signed, ``gaps`` what nobody can tell. In
    ``tapped`` of the matches nothing sensed the levers.
    """

    counted: int
    players: tuple[PlayerHistory, ...]
    uncounted: tuple[UncountedMatch, ...] = ()
    findings: tuple[ProofFinding, ...] = ()
    gaps: tuple[ProofGap, ...] = ()
    tapped: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to report: no match was looked at, and nothing is wrong."""
        return not (self.counted or self.uncounted or self.findings)

    @property
    def holds(self) -> bool:
        """Whether all that was asked about is as it was played."""
        return all_sound(self.uncounted, self.findings)

    @property
    def alike(self) -> tuple[tuple[str, ...], ...]:
        """The players whose names look alike: each is counted for themselves."""
        return alike_names(player.player for player in self.players)

    def as_json(self) -> dict[str, Any]:
        """Return the history as ``boxctl history --json`` writes it."""
        return {
            "holds": self.holds,
            "counted": self.counted,
            "tapped": self.tapped,
            "players": [player.as_json() for player in self.players],
            "alike": [list(names) for names in self.alike],
            "uncounted": [match.as_json() for match in self.uncounted],
        }


@frozen_dataclass
class HistoryRequest:
    """The players and the variant that are asked about; all people if these are empty."""

    players: Collection[str] = ()
    variant: str = ""

    def wants(self, match: RecordedMatch) -> bool:
        """Return whether a sound match is of this variant and with one of these players."""
        wanted = any(map(self.wants_player, match.players))
        return wanted and self.variant in ("", match.variant)

    def wants_player(self, player: str) -> bool:
        """Return whether this player is counted: robots are only where they are asked for."""
        return player in self.players if self.players else way_to_play(player) is None


EVERYTHING = HistoryRequest()

Progress = Callable[[int, int], object]
"""Called with the number of matches read so far, and of all; may raise to stop."""


Counted = Callable[[RecordedMatch, OverruledResult], object]
"""Called with each match that counts, and the result that stands now."""


def _not_told(match: RecordedMatch, result: OverruledResult) -> None:
    """Tell nobody which matches count."""


def no_progress(looked_at: int, of: int) -> None:
    """Ignore progress."""


def history(
    connection: sqlite3.Connection,
    numbers: Sequence[int],
    request: HistoryRequest = EVERYTHING,
    asked: VerifyAgainst = NOTHING_ELSE,
    findings: Iterable[ProofFinding] = (),
    progress: Progress = no_progress,
    counted: Counted = _not_told,
) -> History:
    """Look through these matches, verifying each as :func:`verify_all` does.

    A thousand matches take some seconds.
    """
    counts = _Counts(request, _newest_of_house(connection, numbers), counted)
    verified = verdicts_on(connection, numbers, asked)
    for looked_at, (verdict, match) in enumerate(verified, start=1):
        counts.add(verdict, match)
        progress(looked_at, len(numbers))
    # The verdicts have reported faults in the heads of single matches.
    whole = tuple(finding for finding in findings if not isinstance(finding, HeadsUnfit))
    return counts.history(whole)


def history_in(
    journal: Path,
    since: datetime | None = None,
    request: HistoryRequest = EVERYTHING,
    progress: Progress = no_progress,
    *,
    may_be_missing: bool = False,
    counted: Counted = _not_told,
) -> History:
    """Look through all matches of a journal, or those that began at this time of day or later.

    A journal that ``may_be_missing``, and is, has none.
    A variant may be asked for by any of its names, one of the house also by those in its record.
    Raises :class:`JournalFault` if the journal, or the key beside it, cannot be read, and
    :class:`RuleFault` for a name that no variant has.
    """
    keys = known_keys(journal) or keys_of_ledger(journal)
    with reading(journal, through=True, may_be_missing=may_be_missing) as connection:
        if request.variant:
            request = replace(request, variant=_own_name(connection, request.variant))
        wanted = numbers_in(connection) if since is None else matches_since(connection, since)
        findings = proof_findings(connection, journal, keys)
        asked = VerifyAgainst(known=keys)
        found = history(connection, tuple(wanted), request, asked, findings, progress, counted)
        return replace(found, gaps=proof_gaps(connection, journal, keys, findings))


def _own_name(connection: sqlite3.Connection, name: str) -> str:
    """Return the own name of a variant, also of one of the house that only a record knows.

    Raises :class:`RuleFault` as :func:`own_name` does.
    """
    try:
        return own_name(name)
    except RuleFault:
        for number in numbers_in(connection):
            header = read_header(connection, number)
            played = None if header is None or header.header.house is None else header.played
            if played is not None and played.goes_by(name):
                return played.name
        raise


def _newest_of_house(
    connection: sqlite3.Connection, numbers: Iterable[int]
) -> dict[str, HouseGame]:
    """Map each house variant to its game as the newest of these matches records it."""
    headers = (read_header(connection, number) for number in numbers)
    found = ((header.variant, header.header.house) for header in headers if header is not None)
    return {name: house for name, house in found if house is not None}


class _Counts:
    """The counts of the matches read so far."""

    def __init__(
        self, request: HistoryRequest, houses: Mapping[str, HouseGame], counted: Counted
    ) -> None:
        self._request = request
        self._told = counted
        self._houses = houses
        self._judge = LuckJudge()
        self._tallies: dict[str, dict[GameKey, GameTally]] = {}
        self._uncounted: list[UncountedMatch] = []
        self._counted = 0
        self._tapped = 0

    def add(self, verdict: MatchVerification, match: RecordedMatch) -> None:
        """Count a match, or keep why it does not count."""
        if not verdict.holds:
            self._leave_out(match, UncountedReason.UNSOUND, verdict.sentence)
        elif not self._request.wants(match):
            return
        elif match.header.guided:
            self._leave_out(match, UncountedReason.GUIDED)
        elif not match.over:
            left = UncountedReason.LEFT if match.left else UncountedReason.NOT_OVER
            self._leave_out(match, left)
        elif (result := final_result(match)) is None:
            self._leave_out(match, UncountedReason.NO_RESULT)
        else:
            self._count(match, result)

    def history(self, findings: tuple[ProofFinding, ...]) -> History:
        """Return the history that these matches make up."""
        players = (
            PlayerHistory(player, tuple(_most_played_first(games.values())))
            for player, games in self._tallies.items()
        )
        return History(
            self._counted, tuple(players), tuple(self._uncounted), findings, tapped=self._tapped
        )

    def _leave_out(self, match: RecordedMatch, why: UncountedReason, detail: str = "") -> None:
        self._uncounted.append(UncountedMatch(match.number, why, detail))

    def _count(self, match: RecordedMatch, result: OverruledResult) -> None:
        self._counted += 1
        self._told(match, result)
        self._tapped += match.header.tapped is not None
        key = self._game(match)
        luck = self._judge.luck(match)
        scores, shut = scores_that_count(match, result)
        money = among_people(result.payout)
        for player in match.players:
            if not self._request.wants_player(player):
                continue
            games = self._tallies.setdefault(player, {})
            title = title_recorded(match.variant, self._houses.get(match.variant))
            tally = games.setdefault(
                key, GameTally(key[0], dict(key[1]), match.rules.is_scored, title)
            )
            tally.add(
                MatchOfPlayer(
                    match.number,
                    match.began,
                    outcome_of(player, match, result),
                    tuple(made for who, made in scores if who == player),
                    shut[player],
                    money.get(player, 0) if match.rules.stake else None,
                    match.rules.currency,
                    luck.of(player),
                )
            )

    def _game(self, match: RecordedMatch) -> GameKey:
        usual, rules = self._usual_rules(match.variant), match.rules
        if rules.down_tiles == usual.down_tiles:
            # Earlier records have the numbers where a variant now says odd or even.
            rules = replace(rules, down=usual.down)
        changed = changed_from(usual, rules).items()
        told = [pair for pair in changed if pair[0] in deciding("turn", "match")]
        # No setting, but who wins so often without it is not to be mixed with who does with it.
        if given := handicaps_by_name(match.rules, match.players):
            told.append((HANDICAP, ",".join(f"{name}={each}" for name, each in given.items())))
        return match.variant, tuple(told)

    def _usual_rules(self, variant: str) -> RuleSet:
        """Return a variant's own rules: a house's as in its newest match, others as they are today.

        So a match by an earlier file of the house counts as a changed game, and only scores of the
        same game are compared.
        """
        house = self._houses.get(variant)
        if house is None:
            return _rules_today(variant)
        return with_settings(RuleSet(), house.settings.items())


def _most_played_first(tallies: Iterable[GameTally]) -> Iterator[GameHistory]:
    return (tally.history() for tally in sorted(tallies, key=lambda tally: -tally.matches))


@lru_cache(maxsize=64)
def _rules_today(name: str) -> RuleSet:
    try:
        return variant(name)
    except RuleFault:  # A later version may have lost it.
        return RuleSet()
