"""What is said aloud, so that people can play by ear. Pure.

What to do comes early, and long lists come only on request. A ruling that changes the open tiles
says which are open, so a listener who missed something is right again after the next move.
"""

from __future__ import annotations

from collections.abc import Mapping

from boxctl.presentation import sentences
from boxctl.presentation import spoken_phrases as phrases
from boxctl.presentation.doubt_words import doubts_in_words
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import JOURNAL, MatchContinues, MatchInterrupted, Notice, Reminder
from boxctl.presentation.number_words import in_words
from boxctl.presentation.phrases import how_many_dice
from boxctl.presentation.scoring_words import scoring_words
from boxctl.presentation.spoken_phrases import EAR, pronounced
from boxctl.referee.game_state import GameState, OwedThrow
from boxctl.referee.payloads import (
    Committed,
    Disturbed,
    MatchOver,
    Pending,
    Ready,
    Refused,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import Action, TurnEnd
from boxctl.rules import rule_ids
from boxctl.rules.moves import Move
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet
from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import DeviceBack, DeviceLost

MOST_WAYS = 4
"""The most ways to play a throw that are said unasked."""

MOST_WAYS_ASKED = 12
"""The most that are said on request."""


@frozen_dataclass
class EnglishSpeech:
    """The words for one table, in English. ``can_ask``: the box has a button to ask with."""

    rules: RuleSet
    can_ask: bool = True

    def of_ruling(self, ruling: Ruling) -> str:
        """Return the words of a ruling; empty if the rulings around it say it."""
        words = self._of_payload(ruling)
        if words and ruling.unverified:
            words += f" Unverified: {', and '.join(doubts_in_words(ruling.unverified, EAR))}."
        return words

    def request_after(self, ruling: Ruling) -> str:
        """Return what must be done after a result; empty if nothing must.

        It is said on its own because it goes out of date sooner than the result.
        """
        match ruling.payload:
            case TurnOver(put_back=back) if back:
                return phrases.sentence(phrases.make_ready(back))
            case _:
                return ""

    def of_notice(self, notice: Notice) -> str:
        """Return the words of a notice."""
        match notice:
            case DeviceLost(device=device) if device == JOURNAL:
                return "Play pauses, as nothing can be recorded."
            case DeviceBack(device=device) if device == JOURNAL:
                return "Everything can be recorded again: play goes on."
            case DeviceLost(device=device):
                return f"The {device} does not answer."
            case DeviceBack(device=device):
                return f"The {device} answers again."
            case MatchInterrupted(put_back=back, stands=stands) if not back:
                return f"The match goes on where it stood. {self.how_it_stands(stands)}"
            case MatchInterrupted(player=player, put_back=back):
                return (
                    f"The match was interrupted in {pronounced(player)}'s turn. "
                    f"{phrases.sentence(phrases.put_back(back))} Or press confirm "
                    "if all stands as it should, or new for a new match."
                )
            case MatchContinues(stands=stands):
                return f"The match goes on. {self.how_it_stands(stands)}"
            case Reminder(stands=stands):
                return self.how_it_stands(stands)
            case _:
                return phrases.sentence(notice_sentence(notice, EAR))

    def how_it_stands(self, stands: GameState) -> str:
        """Say what is open and what must be done, in full."""
        if stands.over:
            return "The match is over. Press new for another."
        player = pronounced(stands.player)
        if stands.put_back and stands.making_ready:
            needed = phrases.sentence(phrases.make_ready(stands.put_back))
            return f"{player} is next. {needed}"
        if stands.deciding_who_starts:
            return f"{player} throws one die, to see who starts."
        said = [phrases.open_tiles(stands.open, stands.tiles)]
        if stands.put_back:
            said.insert(0, phrases.sentence(phrases.put_back(stands.put_back)))
        if stands.owed is not None:
            said.append(self._owed(stands.owed, "open" if stands.opens else "shut"))
        else:
            role = " to open tiles" if stands.opens else ""
            said.append(f"{player} throws {how_many_dice(stands.counts, EAR)}{role}.")
        return " ".join(said)

    def _owed(self, owed: OwedThrow, verb: str) -> str:
        ways = phrases.ways(owed.moves, owed.moved, MOST_WAYS_ASKED)
        thrown = phrases.sentence(phrases.thrown(owed.throw))
        if not owed.moved:
            return f"{thrown} {phrases.sentence(f'{verb} {ways}')}{_must_shut(owed.opening_tile)}"
        so_far = phrases.sentence(f"{phrases.together(owed.moved)} so far")
        if owed.answered:
            more = f" Or add {ways}." if ways else ""
            return f"{thrown} {so_far} That will do: throw again, or confirm.{more}"
        # If nothing is to go, only levers must be put back.
        return f"{thrown} {so_far}" + (f" To go: {ways}." if ways else "")

    def _of_payload(self, ruling: Ruling) -> str:
        match ruling.payload:
            case Ready():
                return f"{sentences.sentence(ruling, EAR)} {self._open_now(ruling)}"
            case ThrowAccepted() as accepted:
                return self._throw(accepted)
            case VoidThrow() as void if ruling.rule == rule_ids.THROW_NOT_NOW:
                return f"That throw does not count: {sentences.why_not_now(void, EAR)}."
            case Pending(moves=moves, tiles=moved):
                return f"{_so_far(moved)} {_to_go(moves, moved)}"
            case TakenBack() as back:
                taken = f"The {in_words(back.tile)} is taken back."
                left = _so_far(back.tiles) if back.tiles else _to_go(back.moves, back.tiles)
                return f"{taken} {left}"
            case Committed() as committed:
                return self._committed(ruling, committed)
            case Refused() | Disturbed() as wrong:
                return _put_back(ruling, wrong)
            case TurnOver() as over:
                return self._turn_over(ruling.player, over)
            case RoundOver() as over:
                return self._round_over(over)
            case MatchOver() as over:
                return self._match_over(over)
            case _:
                return sentences.sentence(ruling, EAR)

    def _open_now(self, ruling: Ruling) -> str:
        return phrases.open_tiles(ruling.open, self.rules.tiles)

    def _throw(self, accepted: ThrowAccepted) -> str:
        moves = accepted.moves
        thrown = phrases.sentence(phrases.thrown(accepted.throw))
        asked = _must_shut(accepted.opening_tile)
        if len(moves) <= MOST_WAYS:
            ways = phrases.ways(moves, NO_TILES, MOST_WAYS)
            return f"{thrown} {phrases.sentence(f'{accepted.action} {ways}')}{asked}"
        some = f"{in_words(len(moves))} ways, such as {phrases.simplest_way(moves)}"
        ask = " Confirm tells more." if self.can_ask else ""
        return f"{thrown} {phrases.sentence(some)}{ask}{asked}"

    def _committed(self, ruling: Ruling, committed: Committed) -> str:
        moved = committed.tiles
        is_or_are = "is" if moved.bit_count() == 1 else "are"
        done = phrases.sentence(f"{phrases.together(moved)} {is_or_are} {committed.action}")
        opened = committed.action is Action.OPEN
        left = self.rules.in_play & (~ruling.open if opened else ruling.open)
        if not left:
            return done
        counts = allowed_counts(self.rules, left)
        fewer = ""
        if counts != (self.rules.dice.count,) and self.rules.match != "first_to_shut":
            fewer = f" Next, {how_many_dice(counts, EAR)}."
        return f"{done} {self._open_now(ruling)}{fewer}"

    def _turn_over(self, player: str, over: TurnOver) -> str:
        if self.rules.match in ("duel", "relay"):
            result = f"{pronounced(player)}'s turn is over."
        else:
            result = f"{pronounced(player)} scores {self._score(over.score)}."
        return f"{_why_over(over)} {result}".lstrip()

    def _round_over(self, over: RoundOver) -> str:
        if len(over.scores) == 1 and not over.out and not over.added_up:
            return ""
        shown = over.totals if over.added_up else over.scores
        gone = ""
        if over.out:
            gone = f" {_names(over.out)} {'is' if len(over.out) == 1 else 'are'} out."
        totals = "In all: " if over.added_up else ""
        tied = sentences.tied(over, EAR)
        return f"The round is over. {totals}{self._scores(shown)}.{gone} {tied}".rstrip()

    def _match_over(self, over: MatchOver) -> str:
        if len(over.scores) == 1 and len(over.payout) == 1:
            return f"The match is over. {self._scores(over.scores)}."
        wins = "wins" if len(over.winners) == 1 else "share the win"
        said = [f"{_names(over.winners)} {wins}."]
        for player, amount in over.payout.items():
            if amount:
                gets_or_pays = "gets" if amount > 0 else "pays"
                said.append(f"{pronounced(player)} {gets_or_pays} {in_words(abs(amount))}.")
        return " ".join(said)

    def _scores(self, scores: Mapping[str, int]) -> str:
        return ", ".join(
            f"{pronounced(player)} {self._score(score)}" for player, score in scores.items()
        )

    def _score(self, score: int) -> str:
        return scoring_words(self.rules.scoring).spoken(score)


def _must_shut(opening_tile: int | None) -> str:
    if opening_tile is None:
        return ""
    return f" The first move must shut {in_words(opening_tile)}."


def _so_far(moved: TileSet) -> str:
    return phrases.sentence(f"{phrases.together(moved)} so far")


def _to_go(moves: tuple[Move, ...], moved: TileSet) -> str:
    return phrases.sentence(f"to go: {phrases.ways(moves, moved, MOST_WAYS)}")


def _put_back(ruling: Ruling, wrong: Refused | Disturbed) -> str:
    if sentences.is_before_turn(wrong):
        why = f"For {pronounced(ruling.player)}'s turn"
        return f"{phrases.sentence(why)} {phrases.sentence(phrases.make_ready(wrong.put_back))}"
    why = sentences.why_wrong(wrong, EAR)
    return f"{phrases.sentence(why)} {phrases.sentence(phrases.put_back(wrong.put_back))}"


def _why_over(over: TurnOver) -> str:
    throw = over.throw
    if throw is None:
        return ""
    dice = phrases.dice(throw)
    match over.turn_end:
        case TurnEnd.OPENING_LOST:
            why = f"{dice} cannot shut {in_words(over.opening_tile or 0)}, and the turn is lost"
        case TurnEnd.STOP_NUMBER:
            why = f"{dice}: {in_words(sum(throw))} is the number that ends the {over.stops}"
        case _:
            why = f"{dice} cannot be played"
    return phrases.sentence(why)


def _names(players: tuple[str, ...]) -> str:
    return phrases.listed([pronounced(player) for player in players])
