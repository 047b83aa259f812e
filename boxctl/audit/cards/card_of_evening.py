"""The card of an evening: its matches, what they came to for each player, and their signed list.

A match counts with the result that stands now. Money is that of the ledger: among people alone.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from boxctl.audit.cards.card_of_match import newest_over
from boxctl.audit.match_list import taken_up
from boxctl.audit.money_ledger import (
    is_for_nothing,
    matches_of_the_evening,
    matches_since,
)
from boxctl.audit.overruled_result import OverruledResult, final_result, scores_that_count
from boxctl.journal.faults import WrongJournal
from boxctl.journal.proof.keys import BoxKey
from boxctl.journal.proof.printed_evening import evening_of_heads, evening_text
from boxctl.journal.proof.signed_heads import entries_signed, kept
from boxctl.journal.query import find_sound_match, numbers_in
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.presentation.game_names import name_of_match
from boxctl.presentation.journal.audit_sentences import nothing_sensed
from boxctl.presentation.journal.history_sentences import uncounted_sentences
from boxctl.presentation.journal.ledger_sentences import (
    UncountedReason,
    alike_sentence,
    in_runs,
)
from boxctl.presentation.phrases import WRITTEN, alike_names, shown_player, signed
from boxctl.presentation.score_card.contents import CardLine, MatchOnCard, ScoreCard
from boxctl.presentation.sentences.throws import who_wins
from boxctl.presentation.ways_to_play import among_people, robots_among
from boxctl.referee.payloads import MatchOver
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_n
from groundwork.local_time import local, told_day

NO_EVENING = "BX845"
TOO_MANY = "BX846"

MOST_MATCHES = 100
"""The most matches of a card: no photograph shows the code of more on a sheet of A5."""

MOST_GAMES = 5
"""So many games are named; the record has all."""


def matches_of_day(
    connection: sqlite3.Connection, since: datetime, until: datetime
) -> tuple[int, ...]:
    """Return the matches that were begun, or resumed last, between these times of day.

    As in :func:`matches_since` those of which that is not known are among them.
    """
    times = ((number, taken_up(connection, number)) for number in matches_since(connection, since))
    return tuple(number for number, time in times if time is None or time < until)


def newest_evening(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Return the evening of the newest match that is over: matches without a break of six hours.

    One that was broken off or interrupted after it is of that evening, too.
    """
    newest = newest_over(connection)
    if newest is None:
        return ()
    later = (number for number in reversed(tuple(numbers_in(connection))) if number >= newest)
    evenings = (matches_of_the_evening(connection, number) for number in later)
    return next(evening for evening in evenings if newest in evening)


def evening_for_card(
    connection: sqlite3.Connection, journal: Path, numbers: Sequence[int]
) -> tuple[RecordedMatch, ...]:
    """Return these matches, which must be sound, but for one that goes on.

    That is the newest of the journal, if it has not ended. One that was interrupted has others
    after it, of this evening or a later one: it is among them.

    Raises :class:`WrongJournal`: BX845 if none is over, BX846 if there are too many for a card,
    else as :func:`find_sound_match`.
    """
    if len(numbers) > MOST_MATCHES:
        raise WrongJournal(
            TOO_MANY,
            tr(
                "{count} matches are more than the {most} of a card: name an evening of fewer.",
                count=len(numbers),
                most=MOST_MATCHES,
            ),
        )
    matches = [find_sound_match(connection, journal, str(number)) for number in numbers]
    newest = max(numbers_in(connection), default=0)
    if matches and matches[-1].number == newest and not (matches[-1].over or matches[-1].left):
        matches.pop()
    if all(map(_why_not_counted, matches)):
        raise WrongJournal(
            NO_EVENING,
            tr(
                "no match of this evening is over, so there is no card of it yet: play one to its "
                "end, or name another evening."
            ),
        )
    return tuple(matches)


def unsigned_among(
    connection: sqlite3.Connection, matches: Sequence[RecordedMatch], keys: Collection[bytes]
) -> tuple[int, ...]:
    """Return the numbers of those that no key of the box has signed to their ends."""
    return tuple(
        match.number
        for match in matches
        if entries_signed(match, kept(connection, match.number), keys) < len(match.entries)
    )


def head_of_evening(matches: Sequence[RecordedMatch], time: str, key: BoxKey | None) -> str:
    """Return the printed list of these matches, signed by the ``key`` if there is one.

    A key must not sign a match whose end the box has not signed: it would prove what somebody else
    has written.
    """
    return evening_text(evening_of_heads([match.head for match in matches], time, key))


def card_of_evening(matches: Sequence[RecordedMatch], head: str) -> ScoreCard:
    """Return the card of these matches, in the language in use; they are in order.

    One of them has to count at least, as :func:`evening_for_card` has it.
    """
    left_out = [(match, why) for match in matches if (why := _why_not_counted(match))]
    uncounted = {match.number for match, _why in left_out}
    counted = [_Counted.of(match) for match in matches if match.number not in uncounted]
    players = dict.fromkeys(player for each in counted for player in each.match.players)
    robots = robots_among(players)
    # People sign; robots stand below them.
    ordered = sorted(players, key=lambda player: player in robots)
    return ScoreCard(
        number=matches[0].number,
        game=tr("The evening of {day}", day=told_day(matches[0].began)),
        box=all_of(dict.fromkeys(match.box for match in matches)),
        began=told_day(matches[0].began),
        rounds=tuple(str(each.match.number) for each in counted),
        lines=tuple(_line(counted, player, signs=player not in robots) for player in ordered),
        result="",
        notes=tuple(_notes(left_out, counted)),
        head=head,
        matches=tuple(each.told for each in counted),
        games=tuple(_games(counted)),
    )


def _why_not_counted(match: RecordedMatch) -> UncountedReason | None:
    """Return why a match is on the list of the evening and not among its scores; else None."""
    if match.header.guided:
        return UncountedReason.GUIDED
    if not match.over:
        return UncountedReason.LEFT if match.left else UncountedReason.NOT_OVER
    return UncountedReason.NO_RESULT if final_result(match) is None else None


@frozen_dataclass
class _Counted:
    """A match that is over, with its result and how often each has shut the box in it."""

    match: RecordedMatch
    result: OverruledResult
    shut: Mapping[str, int]

    @classmethod
    def of(cls, match: RecordedMatch) -> _Counted:
        result = final_result(match)
        assert result is not None
        return cls(match, result, scores_that_count(match, result)[1])

    @property
    def told(self) -> MatchOnCard:
        result = self.result
        over = MatchOver(result.scores, result.winners, result.payout, stake=result.stake or None)
        made = ((player, result.scores.get(player)) for player in self.match.players)
        return MatchOnCard(
            self.match.number,
            local(datetime.fromisoformat(self.match.began)).strftime("%H:%M"),
            name_of_match(self.match),
            tuple(
                (shown_player(name), "–" if score is None else str(score)) for name, score in made
            ),
            who_wins(over, WRITTEN),
        )


def _line(counted: Sequence[_Counted], player: str, *, signs: bool) -> CardLine:
    places = [place for place, each in enumerate(counted) if player in each.match.players]
    won = [place for place in places if player in counted[place].result.winners]
    shut = {place: counted[place].shut.get(player, 0) for place in places}
    return CardLine(
        name=shown_player(player),
        rounds=tuple(each.result.scores.get(player) for each in counted),
        wins=len(won),
        shut=sum(shut.values()),
        money=_money(counted, player) if signs else "",
        played=len(places),
        won_in=frozenset(won),
        shut_in=frozenset(place for place, times in shut.items() if times),
        signs=signs,
    )


def _money(counted: Sequence[_Counted], player: str) -> str:
    """Say what a player has won and lost, each currency by itself; empty without a stake."""
    sums: Counter[str] = Counter()
    for each in counted:
        players = each.match.players
        if player in players and each.match.rules.stake and not is_for_nothing(players):
            paid = among_people(each.result.payout)
            sums[each.match.rules.currency] += paid.get(player, 0)
    return " ".join(signed(minor, currency) for currency, minor in sums.items())


def _notes(
    left_out: Sequence[tuple[RecordedMatch, UncountedReason]], counted: Sequence[_Counted]
) -> Iterator[str]:
    yield from uncounted_sentences([(match.number, why, "") for match, why in left_out])
    overruled = [each.match.number for each in counted if each.match.overrulings]
    if overruled:
        yield tr_n(
            "Match {matches} counts as it was overruled.",
            "Matches {matches} count as they were overruled.",
            len(overruled),
            matches=all_of(in_runs(overruled)),
        )
    tapped = (each.match.header.tapped for each in counted)
    yield from dict.fromkeys(nothing_sensed(each) for each in tapped if each is not None)
    people = {player for each in counted for player in each.match.players}
    yield from map(alike_sentence, alike_names(people))


def _games(counted: Sequence[_Counted]) -> Iterator[str]:
    """Yield the game that was played, or each with its number of matches."""
    games: dict[str, list[int]] = {}
    for each in counted:
        games.setdefault(name_of_match(each.match), []).append(each.match.number)
    if len(games) == 1:
        yield from games
        return
    for game, numbers in list(games.items())[:MOST_GAMES]:
        yield tr("{matches}: {game}", matches=all_of(in_runs(numbers)), game=game)
    more = len(games) - MOST_GAMES
    if more > 0:
        yield tr_n("And {count} more game.", "And {count} more games.", more, count=more)
