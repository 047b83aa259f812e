"""A second reading of the rule book, as plain as it can be made.

It plays R1-R8 by brute force, on sets of numbers, and shares nothing with the referee it is held
against. Where it is slow or long-winded, that is on purpose: it is to be read beside the rule book.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import isfinite

Tiles = frozenset[int]
Move = tuple[tuple[int, ...], str]  # (the tiles in order, the R3 rule that allows them)
Ruling = dict[str, object]

NO_LEVERS: dict[str, list[int]] = {"open": [], "shut": []}
LAST = 10**400  # a time after every time


@dataclass(frozen=True)
class Rules:
    """One answer to every question of the rule book; as given here it is `classic`."""

    tiles: int = 9
    down: frozenset[int] = frozenset()
    dice: int = 2
    sides: int = 6
    one_die: str = "last_tile"
    one_die_choice: str = "may"
    combine: str = "sum"
    opening_tile: int | None = None
    stop_number: int | None = None
    stops: str = "turn"
    doubles: bool = False
    scoring: str = "golf"
    match: str = "single"
    target: int | None = None
    shut_wins: str = "round"
    ties: str = "share"
    first_player: str = "seat"
    stake: int = 0
    double_on_shut: bool = False
    take_back: str = "until_complete"
    bump_ms: float = 80
    settle_ms: float = 0


# ---------------------------------------------------------------- R1, R2, R3, R6: a throw, a score


def in_play(rules: Rules) -> Tiles:
    """R1: the tiles that begin open."""
    return frozenset(range(1, rules.tiles + 1)) - rules.down


def dice_allowed(rules: Rules, to_move: Tiles) -> set[int]:
    """R2.2: how many dice may be thrown when these tiles are still to be moved."""
    one_die = {
        "never": False,
        "last_tile": to_move == {1},
        "high_tiles_shut": all(tile < 7 for tile in to_move),
        "sum_below_6": sum(to_move) < 6,
        "sum_at_most_6": sum(to_move) <= 6,
    }[rules.one_die]
    if not one_die or not to_move:  # R2.3: with nothing to be moved it is the full number
        return {rules.dice}
    return {1} if rules.one_die_choice == "must" else {1, rules.dice}


def is_double(throw: tuple[int, ...]) -> bool:
    """R5.4: all dice alike, two or more dice."""
    return len(throw) >= 2 and len(set(throw)) == 1


def sets_up_to(tiles: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every set of these tiles that adds up to `most` or less, the empty one too."""
    yield ()
    for place, tile in enumerate(tiles):
        if tile <= most:
            for others in sets_up_to(tiles[place + 1 :], most - tile):
                yield (tile, *others)


def rule_allowing(rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    """The R3 rule by which this throw allows this set of tiles."""
    total = sum(throw)
    if rules.combine == "thai":  # R3.4
        return "R3.4" if len(tiles) == 1 and tiles[0] in {*throw, total} else None
    if rules.combine == "canoga":  # R3.3
        if len(throw) == 1:
            return "R3.3" if tiles == throw else None
        one, two = throw
        if one != two and set(tiles) == {one, two}:
            return "R3.3"
        single = len(tiles) == 1 and tiles[0] in {one + two, one * two, abs(one - two)}
        return "R3.3" if single else None
    if sum(tiles) == total:  # R3.1, and R3.2 for the total
        return "R3.1"
    if rules.combine == "sum_or_difference" and len(throw) == 2:  # R3.2
        difference = abs(throw[0] - throw[1])
        if difference > 0 and sum(tiles) == difference:
            return "R3.2"
    return None


def legal(
    rules: Rules, to_move: frozenset[int], throw: tuple[int, ...], *, first: bool
) -> list[Move]:
    """R3: every move the throw allows; the first of a turn holds the opening tile (R5.1)."""
    product = throw[0] * throw[-1] if rules.combine == "canoga" else 0
    moves: list[Move] = []
    for tiles in sets_up_to(sorted(to_move), max(sum(throw), product)):
        rule = rule_allowing(rules, tiles, throw) if tiles else None
        if rule is None:
            continue
        if first and rules.opening_tile is not None and rules.opening_tile not in tiles:
            continue
        moves.append((tiles, rule))
    return sorted(moves)


def score_of(rules: Rules, tiles: Tiles) -> int:
    """R6: what it costs to leave these tiles."""
    if rules.scoring == "missionary":
        return len(tiles)
    if rules.scoring == "digital":
        return int("".join(str(tile) for tile in sorted(tiles)) or "0")
    return sum(tiles)


def fewest_to_put_back(moves: list[Move], moved: list[int], may_return: Tiles) -> Tiles:
    """R4.5: the fewest tiles of S that make it right; among equals, the ones moved last.

    `moved` is S, the tile moved last at its end.
    """
    for size in range(len(moved) + 1):
        right: list[list[int]] = []
        for places in combinations(range(len(moved)), size):
            returned = {moved[place] for place in places}
            kept = set(moved) - returned
            fits = not kept or any(kept <= set(tiles) for tiles, _ in moves)
            if fits and returned <= may_return:
                right.append(sorted(places, reverse=True))
        if right:
            return frozenset(moved[place] for place in max(right))
    raise AssertionError("putting every tile back is always right")


# ------------------------------------------------------------------------------- the lines read in


@dataclass(frozen=True)
class Event:
    """What one line says has happened; a lever change waits here until it is decided."""

    at: int  # in whole microseconds
    line: int
    tile: int | None = None
    open: bool = False
    throw: tuple[object, ...] | None = None
    press: str | None = None


def not_json(name: str) -> object:
    raise ValueError(name)


def microseconds(at: object) -> int | None:
    """A time in whole microseconds; None when it is no finite number."""
    if isinstance(at, bool) or not isinstance(at, (int, float)):
        return None
    try:
        seconds = float(at)
    except OverflowError:
        return None
    return round(Fraction(seconds) * 1_000_000) if isfinite(seconds) else None


def is_whole(value: object) -> bool:
    """A JSON number such as 7; not true, and not 7.0."""
    return isinstance(value, int) and not isinstance(value, bool)


# --------------------------------------------------------------------------------------- the match

ROUND_RULE = {"single": "R7.1", "tournament": "R7.2", "knockout": "R7.3"}
SHUT_RULE = {
    "single": "R7.1",
    "tournament": "R7.7",
    "knockout": "R7.7",
    "duel": "R7.4",
    "relay": "R7.5",
    "solo": "R7.6",
    "first_to_shut": "R7.1",
}


class Referee:
    def __init__(self, rules: Rules, players: list[str], levers: Tiles | None = None) -> None:
        standing = in_play(rules) if levers is None else levers
        self.rules = rules
        self.players = players
        self.box = frozenset(range(1, rules.tiles + 1))
        self.rulings: list[Ruling] = []
        self.now = 0
        self.at = 0  # time and line of what is being judged
        self.line = 0
        self.seen = set(standing)  # levers up by the last line that named them
        self.levers = set(standing)  # levers up by what has been decided
        self.last_moved: list[int] = []  # every tile that has moved, the latest at the end
        self.undecided: list[Event] = []  # lever changes, throws and presses in order of time
        self.start_match()

    # ------------------------------------------------------------------------------ time and lines

    def read_line(self, number: int, text: str) -> None:
        event = self.event_of(number, text)
        if event is None:
            self.rulings.append({"line": number, "verdict": "error"})
            return
        self.hear(event)

    def hear(self, event: Event) -> None:
        self.run_clock(event.at)  # everything due at this time comes before the line's own event
        if event.tile is not None:
            self.lever_line(event, event.tile)
        elif event.throw is not None or event.press is not None:
            self.undecided.append(event)
        self.run_clock(event.at)

    def event_of(self, number: int, text: str) -> Event | None:
        """The event of a line, or None for an error."""
        try:
            said = json.loads(text, parse_constant=not_json)
        except ValueError:
            return None
        if not isinstance(said, dict) or said.keys() - {"at", "throw", "shut", "open", "press"}:
            return None
        at = microseconds(said.get("at"))
        if at is None or at < self.now or len(said) > 2:
            return None
        if "throw" in said:
            if not isinstance(said["throw"], list):
                return None
            return Event(at, number, throw=tuple(said["throw"]))
        if "press" in said:
            known = said["press"] in ("confirm", "new")
            return Event(at, number, press=said["press"]) if known else None
        for way in ("shut", "open"):
            if way in said:
                known = is_whole(said[way]) and said[way] in self.box
                return Event(at, number, said[way], way == "open") if known else None
        return Event(at, number)

    def lever_line(self, event: Event, tile: int) -> None:
        if event.open == (tile in self.seen):
            return  # it changes nothing
        self.seen ^= {tile}
        waiting = [other for other in self.undecided if other.tile == tile]
        if waiting:  # R4.7: it has returned within the bump time, and never moved
            self.undecided.remove(waiting[0])
        else:
            self.undecided.append(event)

    def run_clock(self, now: int) -> None:
        """Decide, in order of time, everything that can be decided by `now`."""
        self.now = now
        bump = round(self.rules.bump_ms * 1000)
        while True:
            head = self.undecided[0] if self.undecided else None
            settles = self.settles_at()
            if settles is not None and settles <= now and (head is None or settles <= head.at):
                self.at, self.line = settles, self.stood_line
                self.commit()
            elif head is not None and (head.tile is None or head.at + bump < now):
                self.undecided.remove(head)
                self.judge(head)
            else:
                return

    def judge(self, event: Event) -> None:
        self.at, self.line = event.at, event.line
        if event.tile is not None:
            self.levers ^= {event.tile}
            self.last_moved = [tile for tile in self.last_moved if tile != event.tile]
            self.last_moved.append(event.tile)
            if self.phase == "turn":
                self.lever_in_turn(event.tile)
            elif self.phase != "over":
                self.lever_between_turns(event.tile)
        elif event.throw is not None:
            if self.phase == "first throws":
                self.throw_for_first(list(event.throw))
            else:
                self.throw_in_turn(list(event.throw))
        elif event.press == "confirm" and self.is_provisional():
            self.commit()
        elif event.press == "new" and self.phase == "over":
            self.start_match()

    def say(self, verdict: str, rule: str, player: str | None = None, **also: object) -> None:
        ruling: Ruling = {
            "at": self.at / 1_000_000,
            "line": self.line,
            "verdict": verdict,
            "rule": rule,
            "player": self.player if player is None else player,
            "open": sorted(self.book),
        }
        self.rulings.append(ruling | also)

    # ---------------------------------------------------------------- the match, before its throws

    def start_match(self) -> None:
        self.book = in_play(self.rules)  # the tiles open by the book; S is not yet moved in it
        self.order = list(self.players)
        self.final: dict[str, int] = {}  # the scores a match is won by
        self.scores: dict[str, int] = {}  # this round's
        self.roll_off = False
        self.clear_turn()
        if self.rules.first_player == "highest":  # R7.9
            self.phase = "first throws"
            self.to_throw = list(self.players)
            self.thrown: dict[str, int] = {}
            self.player = self.to_throw[0]
        else:
            self.begin_round(self.order)
            self.begin_turn_if_ready()

    def throw_for_first(self, throw: list[object]) -> None:
        """R7.9: each throws one die, the highest starts, ties throw again."""
        if self.levers != self.book:
            self.say("void", "R4.6", throw=throw)
        elif len(throw) != 1:
            self.say("void", "R2.3", throw=throw)
        elif not self.shown_by_a_die(throw[0]):
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
                self.begin_turn_if_ready()

    def begin_round(self, players: list[str]) -> None:
        self.scores = {}
        self.this_round = list(players)
        self.player = players[0]
        self.phase = "between turns"

    def lever_between_turns(self, tile: int) -> None:
        if (tile in self.levers) != (tile in self.book):  # the wrong way: R4.4
            self.say("disturbed", "R4.4", tiles=[tile], put_back=self.put_back_for_turn())
        elif self.phase == "between turns":
            self.begin_turn_if_ready()

    def put_back_for_turn(self) -> dict[str, list[int]]:
        return self.put_back(frozenset(self.levers ^ self.book))

    def put_back(self, wrong: Tiles) -> dict[str, list[int]]:
        return {"open": sorted(wrong - self.levers), "shut": sorted(wrong & self.levers)}

    def begin_turn_if_ready(self) -> None:
        if self.levers == self.book:  # R4.9
            self.phase = "turn"
            self.clear_turn()
            self.say("ready", "R4.9")

    def clear_turn(self) -> None:
        self.committed: Tiles = frozenset()  # this turn's
        self.throw: tuple[int, ...] | None = None  # owed an answer, or answered provisionally
        self.moves: list[Move] = []  # what that throw allows
        self.accepted: Tiles = frozenset()  # S when it was last right
        self.broken: str | None = None  # the rule broken while anything is to be put back
        self.stood_since = 0  # the settle time runs from here
        self.stood_line = 0

    # ----------------------------------------------------------------------------- a turn's throws

    def to_move(self) -> Tiles:
        """The tiles this player has still to move; S counts as not yet moved."""
        tiles = in_play(self.rules)
        if self.rules.match == "duel" and self.player == self.order[1]:  # R7.4: the opener
            return tiles - self.book
        return tiles & self.book

    def shown_by_a_die(self, value: object) -> bool:
        return is_whole(value) and isinstance(value, int) and 1 <= value <= self.rules.sides

    def throw_in_turn(self, throw: list[object]) -> None:
        answered = self.throw is None or self.is_provisional()
        if self.throw is not None and self.rules.match == "first_to_shut":
            answered = False  # R5.3: no second throw can be valid in this turn
        if self.phase != "turn" or self.broken or not answered:
            self.say("void", "R4.6", throw=throw)
        elif len(throw) not in dice_allowed(self.rules, self.to_move() - set(self.moved())):
            self.say("void", "R2.3", throw=throw)
        elif not all(self.shown_by_a_die(value) for value in throw):
            self.say("void", "R2.4", throw=throw)
        else:
            if self.throw is not None:
                self.commit()  # R4.2: by the next valid throw
            self.valid_throw(tuple(value for value in throw if isinstance(value, int)))

    def valid_throw(self, throw: tuple[int, ...]) -> None:
        first = not self.committed
        moves = legal(self.rules, self.to_move(), throw, first=first)
        if sum(throw) == self.rules.stop_number:
            self.end_turn("R5.2", throw=throw)
        elif moves:
            self.throw = throw
            self.moves = moves
            self.accepted = frozenset()
            self.say("throw", moves[0][1], throw=list(throw), moves=self.moves_with(frozenset()))
        elif self.rules.doubles and is_double(throw):
            self.say("again", "R5.4", throw=list(throw))
        elif first and self.rules.opening_tile is not None:
            self.end_turn("R5.1", throw=throw)
        elif self.rules.match == "first_to_shut":
            self.end_turn("R5.3", throw=throw)
        else:
            self.end_turn("R3.6", throw=throw)

    # ----------------------------------------------------------------------------- a turn's levers

    def moved(self) -> list[int]:
        """S in the order of moving. With `never`, a tile once accepted stays in it (R4.8)."""
        if self.throw is None:
            return []
        tiles = set(self.to_move() & (self.levers ^ self.book))
        if self.rules.take_back == "never":
            tiles |= self.accepted
        return [tile for tile in self.last_moved if tile in tiles]

    def disturbances(self) -> dict[int, str]:
        """Tiles that stand where nothing asked for them, each with the rule it breaks."""
        found: dict[int, str] = {}
        for tile in self.box:
            away = (tile in self.levers) != (tile in self.book)
            if self.throw is not None and tile in self.to_move():
                if self.rules.take_back == "never" and tile in self.accepted and not away:
                    found[tile] = "R4.8"
            elif away:
                found[tile] = "R4.3" if tile in self.committed else "R4.4"
        return found

    def refused(self) -> Tiles:
        moved = self.moved()
        may_return = frozenset(moved)
        if self.rules.take_back == "never":  # R4.8: refused tiles only
            may_return -= self.accepted
        return fewest_to_put_back(self.moves, moved, may_return)

    def moves_with(self, tiles: Tiles) -> list[dict[str, object]]:
        return [
            {"tiles": list(move), "rule": rule} for move, rule in self.moves if tiles <= set(move)
        ]

    def lever_in_turn(self, tile: int) -> None:
        disturbed = self.disturbances()
        refused = self.refused()
        if self.throw is not None and tile in self.to_move():
            self.stood_since, self.stood_line = self.at, self.line
            if not refused:
                self.accepted = frozenset(self.moved())
        back = self.put_back(refused | disturbed.keys())
        moved = frozenset(self.moved())
        if disturbed:  # R4.10: also when tiles are refused
            latest = [other for other in self.last_moved if other in disturbed][-1]
            self.broken = disturbed.get(tile, disturbed[latest])
            self.say("disturbed", self.broken, tiles=[tile], put_back=back)
        elif refused:
            self.broken = "R4.5"
            self.say("refused", "R4.5", tiles=[tile], put_back=back)
        elif self.broken:
            self.say("restored", self.broken)
            self.broken = None
            self.stood_since = self.at
            if self.is_move(moved):
                self.complete(moved)
        elif tile not in moved:
            self.say("taken_back", "R4.1", tiles=sorted(moved), moves=self.moves_with(moved))
        elif self.is_move(moved):
            self.complete(moved)
        else:
            self.say("pending", "R4.1", tiles=sorted(moved), moves=self.moves_with(moved))

    def is_move(self, tiles: Tiles) -> bool:
        return any(tiles == set(move) for move, _ in self.moves)

    def is_provisional(self) -> bool:
        """S is an allowed move that waits, and nothing has to be put back."""
        return (
            self.phase == "turn"
            and self.throw is not None
            and self.broken is None
            and self.is_move(frozenset(self.moved()))
        )

    def complete(self, moved: Tiles) -> None:
        """S has become an allowed move: R4.2 and R4.8."""
        larger = any(moved < set(move) for move, _ in self.moves)
        waits = larger or self.rules.take_back == "until_next_throw"
        if waits and moved != self.to_move():
            rule = "R4.2" if larger else "R4.8"
            self.say("provisional", rule, tiles=sorted(moved), moves=self.moves_with(moved))
        else:
            self.commit()

    def settles_at(self) -> int | None:
        """When a provisional move is committed by standing still (R4.2)."""
        off = self.rules.settle_ms == 0 or self.rules.take_back == "until_next_throw"
        if off or not self.is_provisional():
            return None
        return self.stood_since + round(self.rules.settle_ms * 1000)

    def commit(self) -> None:
        assert self.throw is not None
        moved = frozenset(self.moved())
        throw = self.throw
        rule = next(rule for move, rule in self.moves if set(move) == moved)
        self.book ^= moved
        self.committed |= moved
        self.throw = None
        self.moves = []
        self.accepted = frozenset()
        self.say("committed", rule, tiles=sorted(moved), throw=list(throw))
        if not self.to_move():
            shut_rule = "R7.8" if self.roll_off else SHUT_RULE[self.rules.match]
            self.say("shut_the_box", shut_rule)
            self.end_turn(shut_rule, shut=True)
        elif self.rules.match == "first_to_shut":  # R5.3: a turn is one throw
            self.end_turn("R5.3")

    # ------------------------------------------------------------------- the end of turn and match

    def end_turn(
        self, rule: str, *, throw: tuple[int, ...] | None = None, shut: bool = False
    ) -> None:
        player = self.player
        lost = rule == "R5.1"  # R6.5
        score = score_of(self.rules, in_play(self.rules) if lost else self.to_move())
        self.scores[player] = score
        by_rounds = self.rules.match in ROUND_RULE
        if not by_rounds:
            self.final[player] = score
        elif not self.roll_off:
            self.final[player] = self.final.get(player, 0) + score

        winners: list[str] = []
        out: list[str] = []
        round_ends = False
        round_rule = "R7.8" if self.roll_off else ROUND_RULE.get(self.rules.match, "")
        match_rule = round_rule or SHUT_RULE[self.rules.match]
        scores = dict(self.scores)
        won_by_shutting = shut and self.shutting_wins()
        if won_by_shutting:
            winners = [player]
            match_rule = rule
        elif rule == "R5.2" and self.rules.stops == "match" and not self.roll_off:
            winners = self.lowest(scores)
            if len(winners) > 1 and self.rules.ties == "roll_off":  # R7.8
                self.roll_off = True
                self.begin_round(winners)
                winners, round_ends = [], True
        elif self.rules.match == "solo":
            winners = [player]
        elif not by_rounds:
            after = self.order.index(player) + 1
            self.player = self.order[after % len(self.order)]
        elif player != self.this_round[-1]:
            self.player = self.this_round[self.this_round.index(player) + 1]
        else:
            round_ends = True
            winners, out = self.end_round()

        self.clear_turn()
        self.phase = "over" if winners else "between turns"
        if not winners and self.rules.match not in ("duel", "relay"):
            self.book = in_play(self.rules)
        back = NO_LEVERS if winners else self.put_back_for_turn()
        thrown = {} if throw is None else {"throw": list(throw)}
        self.say("turn_over", rule, player, score=score, put_back=back, **thrown)
        if round_ends:
            totals = dict(self.final)
            self.say("round_over", round_rule, player, scores=scores, totals=totals, out=out)
        if winners:
            self.say(
                "match_over",
                "R7.8" if len(winners) > 1 else match_rule,
                player,
                scores=dict(self.final),
                winners=winners,
                payout=self.payout(winners, won_by_shutting),
            )
        else:
            self.begin_turn_if_ready()

    def shutting_wins(self) -> bool:
        """R7.1, R7.4, R7.5, R5.3, R7.7: does shutting the box win the match at once?"""
        if self.rules.match in ("tournament", "knockout"):
            return self.rules.shut_wins == "match" and not self.roll_off
        return not self.roll_off

    def lowest(self, scores: dict[str, int]) -> list[str]:
        return [who for who in self.players if scores.get(who) == min(scores.values())]

    def end_round(self) -> tuple[list[str], list[str]]:
        """Who has won the match, if anybody, and who is out; else the next round begins."""
        out: list[str] = []
        target = self.rules.target
        if self.roll_off:
            best = self.lowest(self.scores)
        elif self.rules.match == "single":
            best = self.lowest(self.final)
        elif self.rules.match == "tournament":  # R7.2
            target = 100 if target is None else target
            reached = any(total >= target for total in self.final.values())
            best = self.lowest(self.final) if reached else []
        else:  # R7.3
            target = 45 if target is None else target
            out = [
                who for who in self.players if who in self.this_round and self.final[who] >= target
            ]
            still_in = [who for who in self.this_round if who not in out]
            best = still_in if len(still_in) == 1 else []
            if not still_in:
                best = self.lowest({who: self.final[who] for who in out})
        if len(best) > 1 and self.rules.ties == "roll_off":  # R7.8
            self.roll_off = True
            self.begin_round(best)
            return [], out
        if not best:
            self.begin_round([who for who in self.this_round if who not in out])
        return best, out

    def payout(self, winners: list[str], by_shutting: bool) -> dict[str, int]:
        """R8: what each player has won or lost; it adds up to nothing."""
        stake = self.rules.stake
        paid = dict.fromkeys(self.players, -stake)
        share, odd = divmod(stake * len(self.players), len(winners))
        for place, winner in enumerate(winners):
            paid[winner] += share + (1 if place < odd else 0)
        if by_shutting and self.rules.double_on_shut:  # R8.2
            for player in self.players:
                if player != winners[0]:
                    paid[player] -= stake
                    paid[winners[0]] += stake
        return paid


def read(rules: Rules, players: list[str], lines: list[str]) -> list[dict[str, object]]:
    """The rulings on these lines, as `boxctl referee` gives them, without their `text`."""
    referee = Referee(rules, players)
    for number, text in enumerate(lines, start=1):
        referee.read_line(number, text)
    referee.run_clock(LAST)
    return referee.rulings
