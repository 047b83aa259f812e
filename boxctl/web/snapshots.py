"""Make the states of a table from what its loop hands over. Runs in the thread of the server.

The evening's table counts what the matches since the program was started have brought.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from boxctl.journal.entry_kinds import HouseGame, MatchBegan
from boxctl.presentation.journal.recorded_entries import overruled_mark, with_all_data
from boxctl.presentation.journal.start_sentences import start_remark_in_words
from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.notice_sentences import notice_sentence, state_sentence
from boxctl.presentation.phrases import WRITTEN, capital, signed, titles_of
from boxctl.presentation.ruling_lines import ruling_as_json
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.ways_to_play import among_people, robots_among
from boxctl.referee.payloads import MatchOver
from boxctl.referee.ruling import Ruling, as_data
from boxctl.view.announcement import (
    Announcement,
    AnnouncementKind,
    Announcer,
    announcement_of,
    announcement_of_notice,
    needs_a_word,
)
from boxctl.view.score_sheet import score_sheet
from boxctl.web.acting.overruling import ScoreStands
from boxctl.web.guided_lessons import GuidedLessons
from boxctl.web.journal.house_records import HouseRecords
from boxctl.web.journal.tournament_now import TournamentFollower
from boxctl.web.reading import TableReading
from boxctl.web.state import (
    MOST_RULINGS,
    Announced,
    DiceState,
    EveningLine,
    RulingLine,
    TableSnapshot,
)
from boxctl.web.state_parts import (
    PlayedGame,
    live_tiles,
    phase_of,
    possible_actions,
    question_of,
    rules_state,
    ruling_line,
    seats_of,
    seen_parts,
    standing_of,
    taps_of,
    tonight_of,
    troubles_of,
)
from boxctl.web.table_feed import MatchTakenUp, OpeningRemark, Piece, Remarked
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr


@frozen_dataclass
class EveningTally:
    """Result of a player over several matches: ``purse`` is in minor units of ``currency``.

    ``currency`` is that of the last match for money, ``staked`` whether there was one.
    """

    name: str
    matches: int = 0
    won: int = 0
    purse: int = 0
    currency: str = ""
    staked: bool = False


class Evening:
    """Results of the players since the program was started. Not thread-safe."""

    MOST = 50
    """Most players that are remembered: those who have played last."""

    def __init__(self) -> None:
        self._tallies: dict[str, EveningTally] = {}

    def match_over(self, result: MatchOver) -> None:
        """Count a match. Money is added up among people, whatever the currency was before."""
        paid = among_people(result.payout)
        for player in result.payout:
            before = self._tallies.pop(player, EveningTally(player))
            self._tallies[player] = EveningTally(
                player,
                before.matches + 1,
                before.won + (player in result.winners),
                before.purse + paid.get(player, 0),
                (result.currency or "") if result.stake else before.currency,
                before.staked or (bool(result.stake) and player in paid),
            )
        while len(self._tallies) > self.MOST:
            del self._tallies[next(iter(self._tallies))]

    def overruled(self, before: MatchScore, stands: MatchScore) -> None:
        """Count a match that was counted with the result that stands now."""
        for player in before.payout:
            if (tally := self._tallies.get(player)) is not None:
                self._tallies[player] = replace(
                    tally,
                    won=tally.won + (player in stands.winners) - (player in before.winners),
                    purse=tally.purse + stands.payout.get(player, 0) - before.payout[player],
                )

    @property
    def lines(self) -> tuple[EveningLine, ...]:
        """A line for each player, the one who has won most first, in the language in use."""
        tallies = sorted(self._tallies.values(), key=lambda each: (-each.won, -each.purse))
        return tuple(map(_evening_line, tallies))


def _evening_line(tally: EveningTally) -> EveningLine:
    staked = signed(tally.purse, tally.currency) if tally.staked else ""
    return EveningLine(tally.name, tally.matches, tally.won, tally.purse, staked)


class SnapshotMaker:
    """Folds the pieces of a feed into states of the table. Not thread-safe.

    ``pieces`` returns those that wait, ``clock`` is in microseconds. With ``may_act`` somebody with
    the table's code can act. ``number_of`` tells the number of the match that the journal has last:
    it is asked at once, and when a new match is known to be there. ``records`` are those of the
    house, ``tournament`` follows tonight's. ``ruled`` is told the number of the match and each
    ruling as it is made.

    A maker that ``translates`` another one counts nothing that outlasts a match: that is the
    business of the first, with which it shares ``evening`` and ``records``.
    """

    def __init__(
        self,
        pieces: Callable[[], Iterable[Piece]],
        clock: Callable[[], int],
        *,
        may_act: bool,
        number_of: Callable[[], int | None] = lambda: None,
        records: HouseRecords | None = None,
        evening: Evening | None = None,
        translates: bool = False,
        tournament: TournamentFollower | None = None,
        ruled: Callable[[int, RulingLine], object] = lambda _match, _line: None,
    ) -> None:
        self._pieces = pieces
        self._number_of = number_of
        self._records = records
        self._tell_ruling = ruled
        self._tournament = tournament
        self._match = number_of() or 0
        self._is_in_journal = False
        self._clock = clock
        self._may_act = may_act
        self._announcer = Announcer()
        self._evening = evening if evening is not None else Evening()
        self._translates = translates
        self._reading: TableReading | None = None
        self._awaits_reading = False
        self._house: HouseGame | None = None
        self._tapped = False
        self._score = MatchScore()
        self._marks: dict[int, int] = {}
        self._rulings: deque[RulingLine] = deque(maxlen=MOST_RULINGS)
        self._lessons: GuidedLessons | None = None

    @property
    def due(self) -> int | None:
        """Time at which something changes by itself, in microseconds, or None."""
        followed = None if self._tournament is None else self._tournament.due
        dues = [due for due in (self._announcer.due, followed) if due is not None]
        return min(dues, default=None)

    @property
    def played(self) -> PlayedGame | None:
        """What is played; None while that is not known."""
        if (reading := self._reading) is None:
            return None
        return PlayedGame(reading.variant, reading.rules, self._house)

    def look(self) -> None:
        """Take what the loop has handed over, and what others tell of a tournament."""
        if self._tournament is not None:
            self._tournament.look()
        for piece in self._pieces():
            self.take(piece)

    def take(self, piece: Piece) -> None:
        """Take the next piece."""
        match piece:
            case TableReading():
                if self._reading is None:
                    self._look_records_up(piece)
                self._reading = piece
                self._awaits_reading = False
            case Ruling():
                self._awaits_reading = True
                self._ruling(ruling_as_json(piece), piece)
            case MatchBegan():
                self._match_begins(piece)
            case MatchTakenUp(number=number, rulings=rulings, began=began):
                self._match_begins(began)
                self._match, self._is_in_journal = number, True
                for ruling in rulings:
                    self._ruling(with_all_data(ruling))
                self._announcer.skip(self._clock())
            case ScoreStands():
                self._overruled(piece)
            case Remarked(text=text):
                announcement = Announcement(text, AnnouncementKind.REFUSED)
                self._announcer.remark(announcement, self._clock())
            case OpeningRemark(remark=remark):
                self._announce(Announcement(capital(start_remark_in_words(remark))))
            case _ if needs_a_word(piece):
                controls = Controls.TAPS if self._tapped else Controls.BUTTONS
                sentence = notice_sentence(piece, WRITTEN, controls)
                self._announce(announcement_of_notice(piece, sentence))

    def snapshot(self) -> TableSnapshot | None:
        """Return the state now; None while no table was read, or not since the newest ruling.

        A feed reads the table after each ruling: until then, the two do not go together.
        """
        if self._reading is None or self._awaits_reading:
            return None
        self._announcer.advance(self._clock())
        return self._snapshot_of(self._reading)

    def _match_begins(self, began: MatchBegan) -> None:
        self._house = began.house
        self._tapped = began.tapped is not None
        # What was said of the match before it is no sentence about this one.
        self._announcer = Announcer()
        self._rulings.clear()
        self._lessons = GuidedLessons(began.players[0]) if began.guided else None
        self._marks = {}
        self._score = MatchScore(handicap=began.handicap or {})
        # The journal gives it the next number, unless another program begins a match there, too.
        self._match, self._is_in_journal = self._match + 1, False

    def _ruling(self, ruled: dict[str, Any], live: Ruling | None = None) -> None:
        if ruled.get("throw") is not None:
            self._announcer.skip(self._clock())
        if not self._is_in_journal and (number := self._number_of()) is not None:
            # What was ruled is on the disk, and so is the match.
            self._match, self._is_in_journal = number, True
        self._score = self._score.after(ruled if live is None else as_data(live))
        line = ruling_line(self._score.rulings, ruled)
        self._rulings.append(line)
        if self._lessons is not None:
            self._lessons.ruled(ruled)
        if live is not None:
            self._tell_ruling(self._match, line)
        self._announce(announcement_of(ruled))
        over = live.payload if live is not None and not self._translates else None
        if isinstance(over, MatchOver) and self._reading is not None:
            # The players of the reading may be those of the next match already.
            self._evening.match_over(over)
            self._look_records_up(self._reading)

    def _overruled(self, stands: ScoreStands) -> None:
        """Show the score that stands now, everywhere where scores are shown."""
        before, self._score = self._score, stands.score
        self._marks = dict(stands.marks)
        if stands.said:
            self._announcer.skip(self._clock())
            self._announce(Announcement(stands.said))
        if stands.is_news and before.over and not self._translates:
            self._evening.overruled(before, stands.score)
            if self._reading is not None:
                self._look_records_up(self._reading)

    def _look_records_up(self, reading: TableReading) -> None:
        if self._records is not None and not self._translates:
            self._records.look_up(reading.variant, reading.rules)

    def catch_up(self) -> None:
        """Take what has been said already: nobody has to be given time to read it."""
        self.look()
        self._announcer.skip(self._clock())

    def _announce(self, announcement: Announcement) -> None:
        self._announcer.announce(announcement, self._clock())

    def _snapshot_of(self, reading: TableReading) -> TableSnapshot:
        rules, view, hands = reading.rules, reading.view, reading.hands
        score = replace(self._score, over=reading.over)
        insurance = rules.doubles == "insurance" and not reading.over
        rolling = hands is not None and hands.rolling > 0
        evening = self._evening.lines
        return TableSnapshot(
            **seen_parts(rules, view, score, phase_of(reading)),
            rules=rules_state(reading.variant, rules, self._house),
            match=self._match,
            turn=reading.player,
            opens=reading.opens,
            tiles=live_tiles(reading),
            dice=DiceState(
                values=(None,) * hands.rolling if hands is not None and rolling else score.dice,
                sides=rules.dice.sides,
                counts=reading.counts,
                number=score.throws,
                rolling=rolling,
                real=reading.real_dice,
                entered=view.entered if hands is None else hands.tapped or view.entered,
            ),
            announcement=self._announced(reading),
            remark=capital(state_sentence(reading.game, WRITTEN)),
            players=score_sheet(
                rules,
                view.players,
                score,
                reading.player,
                markers={reading.player: reading.markers} if insurance else {},
                robots=robots_among(view.players),
            ),
            evening=evening,
            question=question_of(reading),
            troubles=troubles_of(view.troubles),
            next_players=reading.next_players,
            actions=(
                tuple(possible_actions(reading, begun=score.throws > 0)) if self._may_act else ()
            ),
            records=() if self._records is None else self._records.lines,
            house=None if self._records is None else self._records.state,
            shows_code=reading.shows_code and self._may_act,
            coaches=reading.coaches and self._may_act,
            tonight=tonight_of(reading),
            next_handicap=reading.next_handicap,
            titles=titles_of(
                (*view.players, *(line.name for line in evening), *reading.next_players)
            )
            or None,
            rulings=tuple(map(self._marked, self._rulings)),
            taps=taps_of(reading),
            seats=seats_of(reading) if self._may_act else None,
            stands=standing_of(reading, score.rounds.current),
            tournament=None if self._tournament is None else self._tournament.news,
            muted=reading.muted or None,
            lesson=None if self._lessons is None else self._lessons.now,
        )

    def _marked(self, line: RulingLine) -> RulingLine:
        mark = self._marks.get(line.number)
        return line if mark is None else replace(line, text=line.text + overruled_mark(mark))

    def _announced(self, reading: TableReading) -> Announced:
        if reading.activity is None:
            return Announced(tr("The box has no power."), AnnouncementKind.DOUBT)
        shown = self._announcer.shown
        if not shown.text:
            # Of a match that has begun nothing is ruled before the box is ready.
            return Announced(capital(state_sentence(reading.game, WRITTEN)))
        return Announced(shown.text, shown.kind, shown.cry)
