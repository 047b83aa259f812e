"""R7: a match, from who starts to who has won."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.second_reading.clock import Ruling
from tests.support.second_reading.payout import payout
from tests.support.second_reading.scores import score_of, with_shut_bonus
from tests.support.second_reading.settings import Rules, Tiles, in_play
from tests.support.second_reading.throws import shown_by_a_die
from tests.support.second_reading.turn import SHUT_RULE, Turn

NO_LEVERS: dict[str, list[int]] = {"open": [], "shut": []}
LAST = 10**400  # a time after every time

ROUND_RULE = {
    "single": "R7.1",
    "tournament": "R7.2",
    "knockout": "R7.3",
    "rounds_won": "R7.13",
}


@dataclass(frozen=True)
class Outcome:
    """What the end of a turn brings about: `winners`, or who plays next."""

    winners: list[str] | None = None  # none at all with R7.10
    rule: str = ""  # by which the match is over
    by_shutting: bool = False
    next_player: str | None = None  # of the same round
    next_round: list[str] | None = None
    roll_off: bool = False  # the next round is one
    round_over: bool = False


class Referee(Turn):
    def __init__(self, rules: Rules, players: list[str], levers: Tiles | None = None) -> None:
        super().__init__(rules, in_play(rules) if levers is None else levers)
        self.players = players
        handicaps = dict(zip(players, rules.handicaps, strict=False))
        self.handicap = {player: handicaps.get(player, 0) for player in players}
        self.start_match()

    def start_match(self) -> None:
        self.book = in_play(self.rules)
        self.order = list(self.players)
        self.totals: dict[str, int] = {}  # of the rounds that are over; or of the last turns
        self.scores: dict[str, int] = {}  # this round's
        self.left: dict[str, Tiles] = {}  # the tiles open at the end of each one's turn
        self.rounds_played = 0
        self.lost: list[str] = []  # R5.1: who has lost the match
        self.out: list[str] = []  # who has dropped out in this round
        self.shut_by: list[str] = []  # who has shut the box in this round
        self.roll_off = False
        self.began = self.players[0]  # R7.9: who has begun this round; roll-offs do not count
        self.most = self.players[0]  # who has scored highest in it
        self.wins = dict.fromkeys(self.players, 0)  # R7.13
        self.clear_turn()
        if self.rules.first_player == "highest":  # R7.9
            self.phase = "first throws"
            self.to_throw = list(self.players)
            self.thrown: dict[str, int] = {}
            self.player = self.to_throw[0]
        else:
            self.begin_round(self.order)
            self.phase = "between turns"
            self.begin_turn_if_ready()

    def throw_for_first(self, throw: list[object]) -> None:
        """R7.9: each throws one die, the highest starts, ties throw again."""
        if self.levers != self.book:
            self.say("void", "R4.6", throw=throw)
        elif len(throw) != 1:
            self.say("void", "R2.3", throw=throw)
        elif not shown_by_a_die(self.rules, throw[0]):
            self.say("void", "R2.4", throw=throw)
        else:
            self.say("first_throw", "R7.9", throw=throw)
            assert isinstance(throw[0], int)
            self.thrown[self.player] = throw[0]
            left = [player for player in self.to_throw if player not in self.thrown]
            if left:
                self.player = left[0]
                return
            highest = max(self.thrown.values())
            self.to_throw = [who for who in self.to_throw if self.thrown[who] == highest]
            self.thrown = {}
            self.player = self.to_throw[0]
            if len(self.to_throw) == 1:
                seat = self.players.index(self.player)
                self.order = self.players[seat:] + self.players[:seat]
                self.begin_round(self.order)
                self.phase = "between turns"
                self.begin_turn_if_ready()

    def begin_round(self, players: list[str]) -> None:
        self.scores = {}
        self.left = {}
        self.out = []
        self.shut_by = []
        self.this_round = list(players)
        self.player = players[0]
        if not self.roll_off:
            self.began = self.player

    # ---------------------------------------------------------------------------- the end of a turn

    def end_turn(
        self, rule: str, *, throw: tuple[int, ...] | None = None, shut: bool = False
    ) -> None:
        player = self.player
        lost = rule == "R5.1"  # R6.5
        self.left[player] = in_play(self.rules) if lost else self.to_move()
        score = score_of(self.rules, self.left[player])
        self.scores[player] = score
        if shut:
            self.shut_by.append(player)
        if lost and self.rules.opening_lost == "match" and not self.roll_off:
            self.lost.append(player)
            self.out.append(player)

        self.add_to_totals(score + self.handicap[player])
        outcome = self.outcome(rule, shut=shut)
        round_rule = "R7.8" if self.roll_off else ROUND_RULE.get(self.rules.match, "")
        over = outcome.winners is not None
        self.clear_turn()
        self.phase = "over" if over else "between turns"
        if not over and self.rules.match not in ("duel", "relay"):
            self.book = in_play(self.rules)
        back = NO_LEVERS if over else self.put_back_for_turn()
        thrown = {} if throw is None else {"throw": list(throw)}
        self.say("turn_over", rule, player, score=score, put_back=back, **thrown)
        if outcome.round_over:
            said: dict[str, object] = {
                "scores": self.with_handicap(self.scores),
                "totals": dict(self.totals),
            }
            if self.rules.match == "rounds_won":
                said["wins"] = dict(self.wins)
            self.say("round_over", round_rule, player, **said, out=self.in_seat_order(self.out))
        if outcome.winners is not None:
            by_shutting, at_once = outcome.by_shutting, self.rules.target_ends == "at_once"
            given = {who: points for who, points in self.handicap.items() if points}
            told = {"handicap": given} if given else {}
            self.say(
                "match_over",
                outcome.rule,
                player,
                scores=self.totals_of_all() if at_once else dict(self.totals),
                winners=outcome.winners,
                payout=payout(self.rules, self.players, outcome.winners, by_shutting=by_shutting),
                **told,
            )
            return
        if outcome.next_round is not None:
            self.roll_off = outcome.roll_off
            self.begin_round(outcome.next_round)
        elif outcome.next_player is not None:
            self.player = outcome.next_player
        self.begin_turn_if_ready()

    def add_to_totals(self, score: int) -> None:
        if self.rules.match not in ROUND_RULE:
            self.totals[self.player] = score  # the last turn's
        elif not self.roll_off:
            self.totals[self.player] = self.totals.get(self.player, 0) + score

    def outcome(self, rule: str, *, shut: bool) -> Outcome:
        if shut and self.shutting_wins():
            return Outcome([self.player], SHUT_RULE[self.rules.match], by_shutting=True)
        if shut and self.rules.match == "rounds_won" and not self.roll_off:
            self.note_highest()
            return self.round_won([self.player], by_shutting=True)
        if self.rules.match == "solo":
            return Outcome([self.player], "R7.6")
        if self.rules.match not in ROUND_RULE:
            return Outcome(next_player=self.next_in_turns())
        last = self.player == self.this_round[-1]
        if rule == "R5.2" and self.rules.stops == "match" and not self.roll_off:
            ranked = self.ranked() if last else []  # everyone must have had a turn
            return self.won(self.lowest_of_round(ranked), "R7.1", round_over=False)
        if self.rules.knock_out == "at_once":
            one_left = self.knocked_out_at_once()
            if one_left is not None:
                # The one left may have yet to play.
                return Outcome([one_left], "R7.3", round_over=one_left in self.scores)
        at_once = self.rules.target_ends == "at_once" and not self.roll_off
        if at_once and self.totals[self.player] >= self.target():
            best = self.lowest(self.players, self.totals_of_all())
            return self.won(best, "R7.2", round_over=last, roll_off_is_said=last)
        if last:
            return self.end_round()
        return Outcome(next_player=self.this_round[self.this_round.index(self.player) + 1])

    def shutting_wins(self) -> bool:
        """R7.1, R7.4, R7.5, R5.3, R7.7: does shutting the box win the match at once?"""
        if self.rules.match in ("tournament", "knockout"):
            return self.rules.shut_wins == "match" and not self.roll_off
        return not self.roll_off and self.rules.match != "rounds_won"

    def totals_of_all(self) -> dict[str, int]:
        """R7.2, `at_once`: who has had no turn yet has a total of 0."""
        return {who: self.totals.get(who, 0) for who in self.players}

    def won(
        self, best: list[str], rule: str, *, round_over: bool, roll_off_is_said: bool = True
    ) -> Outcome:
        """The match is over, unless these tied players roll off (R7.8)."""
        if not best:
            return Outcome([], "R7.10", round_over=round_over)
        if len(best) == 1:
            return Outcome(best, rule, round_over=round_over)
        if self.rules.ties == "roll_off":
            return Outcome(next_round=best, roll_off=True, round_over=roll_off_is_said)
        if self.rules.ties == "fewest_tiles":
            best = self.with_fewest_tiles(best)
        return Outcome(best, "R7.8", round_over=round_over)

    def round_won(
        self, winners: list[str], *, decided: str = "R7.13", by_shutting: bool = False
    ) -> Outcome:
        """R7.13: these have won the round, and the match if that makes enough rounds."""
        for winner in winners:
            self.wins[winner] += 1
        enough = [who for who in winners if self.wins[who] >= self.rules.wins]
        if not enough:
            return Outcome(next_round=self.order_of_next_round(self.players), round_over=True)
        rule = "R7.8" if len(enough) > 1 else decided
        return Outcome(enough, rule, by_shutting=by_shutting, round_over=True)

    def order_of_next_round(self, still_in: list[str]) -> list[str]:
        """R7.9: who begins, and then the others in the order of the seats."""
        first = self.order[0]
        if self.rules.first_player == "rotate":
            first = self.next_seat(self.began)
            while first not in still_in:
                first = self.next_seat(first)
        elif self.rules.first_player == "loser":
            first = self.most
        seat = self.players.index(first)
        return [who for who in self.players[seat:] + self.players[:seat] if who in still_in]

    def next_seat(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def note_highest(self) -> None:
        """R7.9: who has scored highest of those who are still in; of several, who played first."""
        played = [who for who in self.this_round if who in self.scores and who not in self.out]
        scores = self.with_handicap(self.scores)
        for who in reversed(played):
            if scores[who] == max(scores[one] for one in played):
                self.most = who

    # --------------------------------------------------------------------------- the end of a round

    def end_round(self) -> Outcome:
        if self.rules.match == "rounds_won":
            return self.end_won_round()
        if self.roll_off:
            return self.won(self.lowest_of_round(self.this_round), "R7.8", round_over=True)
        self.rounds_played += 1
        self.settle_scores()
        if self.rules.match == "single":
            return self.won(self.lowest_of_round(self.ranked()), "R7.1", round_over=True)
        if self.rules.match == "knockout":
            return self.end_knockout_round()
        if self.rules.rounds is not None:  # R7.11
            over, rule = self.rounds_played == self.rules.rounds, "R7.11"
        else:  # R7.2
            over, rule = any(total >= self.target() for total in self.totals.values()), "R7.2"
        if over:
            return self.won(self.lowest(self.this_round, self.totals), rule, round_over=True)
        self.note_highest()
        return Outcome(next_round=self.order_of_next_round(self.players), round_over=True)

    def end_won_round(self) -> Outcome:
        """R7.13."""
        if not self.roll_off:
            self.note_highest()
        best = self.lowest_of_round(self.this_round)
        if len(best) > 1 and self.rules.ties == "roll_off":
            return Outcome(next_round=best, roll_off=True, round_over=True)
        decided = "R7.8" if self.roll_off else "R7.13"
        if len(best) > 1 and self.rules.ties == "fewest_tiles":
            best, decided = self.with_fewest_tiles(best), "R7.8"
        return self.round_won(best, decided=decided)

    def settle_scores(self) -> None:
        """R7.12."""
        settled = with_shut_bonus(self.rules, self.scores, self.shut_by)
        for player, score in settled.items():
            self.totals[player] += score - self.scores[player]
        self.scores = settled

    def end_knockout_round(self) -> Outcome:
        """R7.3."""
        if self.rules.knock_out == "end_of_round":
            self.out = [who for who in self.this_round if self.totals[who] >= self.target()]
        still_in = [who for who in self.this_round if who not in self.out]
        if not still_in:
            return self.won(self.lowest(self.this_round, self.totals), "R7.3", round_over=True)
        if len(still_in) == 1:
            return Outcome(still_in, "R7.3", round_over=True)
        self.note_highest()
        return Outcome(next_round=self.order_of_next_round(still_in), round_over=True)

    def knocked_out_at_once(self) -> str | None:
        """R7.3: whoever is left alone when this turn has ended."""
        if self.totals[self.player] >= self.target():
            self.out.append(self.player)
        if len(self.players) == 1:
            return self.player
        still_in = [who for who in self.this_round if who not in self.out]
        return still_in[0] if len(still_in) == 1 else None

    def target(self) -> int:
        default = 45 if self.rules.match == "knockout" else 100
        return default if self.rules.target is None else self.rules.target

    def ranked(self) -> list[str]:
        return [who for who in self.this_round if who not in self.lost]

    def with_fewest_tiles(self, tied: list[str]) -> list[str]:
        """R7.8: fewer tiles open, then a lower highest one; what is still tied is shared."""
        fewest = min(len(self.left[who]) for who in tied)
        few = [who for who in tied if len(self.left[who]) == fewest]
        lowest = min(max(self.left[who], default=0) for who in few)
        return [who for who in few if max(self.left[who], default=0) == lowest]

    def lowest_of_round(self, players: list[str]) -> list[str]:
        return self.lowest(players, self.with_handicap(self.scores))

    def lowest(self, players: list[str], scores: dict[str, int]) -> list[str]:
        best = min((scores[who] for who in players), default=None)
        return self.in_seat_order([who for who in players if scores[who] == best])

    def with_handicap(self, scores: dict[str, int]) -> dict[str, int]:
        """R7.16: as they are compared."""
        return {who: score + self.handicap[who] for who, score in scores.items()}

    def in_seat_order(self, players: list[str]) -> list[str]:
        return [who for who in self.players if who in players]


def read(rules: Rules, players: list[str], lines: list[str]) -> list[Ruling]:
    """The rulings on these lines, as `boxctl referee` gives them, without their `text`."""
    referee = Referee(rules, players)
    for number, text in enumerate(lines, start=1):
        referee.read_line(number, text)
    referee.run_clock(LAST)
    return referee.rulings
