"""R4 and R5: a turn's throws and levers."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from tests.support.second_reading.clock import Clock, Event
from tests.support.second_reading.moves import Move, legal, written
from tests.support.second_reading.put_back import fewest_to_put_back
from tests.support.second_reading.settings import Rules, Tiles, box, in_play
from tests.support.second_reading.throws import dice_allowed, is_double, shown_by_a_die

SHUT_RULE = {
    "single": "R7.1",
    "tournament": "R7.7",
    "knockout": "R7.7",
    "duel": "R7.4",
    "relay": "R7.5",
    "solo": "R7.6",
    "first_to_shut": "R7.1",
    "rounds_won": "R7.13",
}


class Turn(Clock):
    """Rules on the turn of `player`, from its first throw to its end."""

    phase: str  # `first throws`, `between turns`, `turn` or `over`
    player: str  # whose turn it is, or will be
    order: list[str]  # who plays, the starter first
    book: Tiles  # the tiles open by the book; S is not yet moved in it
    roll_off: bool

    def __init__(self, rules: Rules, levers: Tiles) -> None:
        super().__init__(rules, levers)
        self.at = 0  # time and line of what is being judged
        self.line = 0
        self.levers = set(levers)  # levers up by what has been decided
        self.last_moved: list[int] = []  # every tile that has moved, the latest at the end
        self.clear_turn()

    def clear_turn(self) -> None:
        self.committed: Tiles = frozenset()  # this turn's
        self.throw: tuple[int, ...] | None = None  # owed an answer, or answered provisionally
        self.moves: list[Move] = []  # what that throw allows
        self.accepted: Tiles = frozenset()  # S when it was last right
        self.knocked: Tiles = frozenset()  # R4.11: these are to go back to where they stood
        self.broken: str | None = None  # the rule broken while anything is to be put back
        self.stood_since = 0  # the settle time runs from here
        self.stood_line = 0
        self.extra_throw = False  # R5.5: the next throw may be one that cannot be played
        self.markers = 0  # R5.6

    @abstractmethod
    def throw_for_first(self, throw: list[object]) -> None:
        """R7.9: a throw to see who starts."""

    @abstractmethod
    def end_turn(
        self, rule: str, *, throw: tuple[int, ...] | None = None, shut: bool = False
    ) -> None:
        """The turn is over by this rule, and by this throw if one ended it."""

    @abstractmethod
    def start_match(self) -> None:
        """The players begin a new match."""

    def say(self, verdict: str, rule: str, player: str | None = None, **also: object) -> None:
        self.rulings.append(
            {
                "at": self.at / 1_000_000,
                "line": self.line,
                "verdict": verdict,
                "rule": rule,
                "player": self.player if player is None else player,
                "open": sorted(self.book),
            }
            | also
        )

    def judge(self, event: Event) -> None:
        self.at, self.line = event.at, event.line
        if event.throw is not None:
            if self.phase == "first throws":
                self.throw_for_first(list(event.throw))
            else:
                self.throw_in_turn(list(event.throw))
        elif event.press == "confirm" and self.is_provisional():
            self.commit()
        elif event.press == "new" and self.phase == "over":
            self.start_match()

    def judge_act(self, changes: list[Event]) -> None:
        """R4.11: by where the levers stand at its end, in the order of their last changes."""
        every = [event.tile for event in changes if event.tile is not None]
        last = [tile for place, tile in enumerate(every) if tile not in every[place + 1 :]]
        act = [tile for tile in last if every.count(tile) % 2 == 1]
        if not act:
            return
        self.at, self.line = changes[-1].at, changes[-1].line
        if self.phase == "turn":
            self.act_in_turn(act)
            return
        self.levers ^= set(act)
        self.have_moved(act)
        if self.phase != "over":
            self.act_between_turns(act)

    def have_moved(self, tiles: list[int]) -> None:
        self.last_moved = [tile for tile in self.last_moved if tile not in tiles] + tiles

    # -------------------------------------------------------------------------------- between turns

    def begin_turn_if_ready(self) -> None:
        if self.levers == self.book:  # R4.9
            self.phase = "turn"
            self.clear_turn()
            self.say("ready", "R4.9")

    def act_between_turns(self, act: list[int]) -> None:
        if any((tile in self.levers) != (tile in self.book) for tile in act):  # the wrong way: R4.4
            self.say("disturbed", "R4.4", tiles=sorted(act), put_back=self.put_back_for_turn())
        elif self.phase == "between turns":
            self.begin_turn_if_ready()

    def put_back_for_turn(self) -> dict[str, list[int]]:
        return self.put_back(frozenset(self.levers ^ self.book))

    def put_back(self, wrong: Tiles) -> dict[str, list[int]]:
        return {"open": sorted(wrong - self.levers), "shut": sorted(wrong & self.levers)}

    # --------------------------------------------------------------------------------------- throws

    def to_move(self) -> Tiles:
        """The tiles this player has still to move; S counts as not yet moved."""
        return self.to_move_by(self.player, self.book)

    def to_move_by(self, player: str, book: Tiles) -> Tiles:
        if self.rules.match == "duel" and player == self.order[1]:  # R7.4: the opener
            return in_play(self.rules) - book
        return in_play(self.rules) & book

    def box_passes(self) -> bool:
        """R7.4, R7.5: the other player has the box after every throw."""
        return self.rules.pass_box == "each_throw"

    def turn_is_one_throw(self) -> bool:
        return self.rules.match == "first_to_shut" or self.box_passes()

    def next_to_move(self) -> Tiles:
        """What whoever throws next has to move, a provisional move judged as committed (R4.2)."""
        book = self.book ^ frozenset(self.moved())
        if self.box_passes() and self.moved():  # R7.4: the first throw of his turn
            return self.to_move_by(self.next_in_turns(), book)
        return self.to_move_by(self.player, book)

    def next_in_turns(self) -> str:
        after = self.order.index(self.player) + 1
        return self.order[after % len(self.order)]

    def may_throw(self) -> bool:
        """R4.6."""
        if self.phase != "turn" or self.broken:
            return False
        if self.throw is None or self.may_throw_again():
            return True
        # R5.3: there no throw commits a provisional move.
        return self.is_provisional() and self.rules.match != "first_to_shut"

    def may_throw_again(self) -> bool:
        """R5.7: instead of playing a double, while S is empty and nothing is to be put back."""
        return (
            self.rules.doubles == "may_rethrow"
            and self.throw is not None
            and is_double(self.throw)
            and not self.moved()
            and self.broken is None
        )

    def throw_in_turn(self, throw: list[object]) -> None:
        if not self.may_throw():
            self.say("void", "R4.6", throw=throw)
        elif len(throw) not in dice_allowed(self.rules, self.next_to_move()):
            self.say("void", "R2.3", throw=throw)
        elif not all(shown_by_a_die(self.rules, value) for value in throw):
            self.say("void", "R2.4", throw=throw)
        else:
            if self.throw is not None and self.may_throw_again():
                self.say("again", "R5.7", throw=list(self.throw))
                self.throw, self.moves, self.accepted = None, [], frozenset()
            if self.throw is not None:
                self.commit()  # R4.2: by the next valid throw; R7.4: the other player's
            self.valid_throw(tuple(value for value in throw if isinstance(value, int)))

    def valid_throw(self, throw: tuple[int, ...]) -> None:
        first = not self.committed
        moves = legal(self.rules, self.to_move(), throw, first=first)
        if sum(throw) == self.rules.stop_number:
            self.end_turn("R5.2", throw=throw)
            return
        extra, self.extra_throw = self.extra_throw, False  # R5.5: used up, whatever is thrown
        if is_double(throw):
            self.markers += 1  # counts with R5.6 only
        if moves:
            self.throw = throw
            self.moves = moves
            self.accepted = frozenset()
            self.say("throw", moves[0][1], throw=list(throw), moves=self.moves_with(frozenset()))
        elif self.rules.doubles == "insurance" and self.markers:
            self.markers -= 1
            self.say("again", "R5.6", throw=list(throw), markers=self.markers)
        elif self.rules.doubles in ("rethrow", "extra", "may_rethrow") and is_double(throw):
            self.say("again", "R5.4", throw=list(throw))
        elif extra:
            self.say("again", "R5.5", throw=list(throw))
        elif first and self.rules.opening_tile is not None:
            self.end_turn("R5.1", throw=throw)
        elif self.turn_is_one_throw():
            self.end_turn(self.one_throw_rule(), throw=throw)
        else:
            self.end_turn("R3.6", throw=throw)

    def one_throw_rule(self) -> str:
        """The rule that ends a turn of one throw."""
        return "R5.3" if self.rules.match == "first_to_shut" else SHUT_RULE[self.rules.match]

    # --------------------------------------------------------------------------------------- levers

    def judged_levers(self) -> set[int]:
        """The levers up, as if those that a knock has moved stood back already (R4.11)."""
        return self.levers ^ self.knocked

    def moved(self) -> list[int]:
        """S in the order of moving. With `never`, a tile once accepted stays in it (R4.8)."""
        if self.throw is None:
            return []
        tiles = set(self.to_move() & (self.judged_levers() ^ self.book))
        if self.rules.take_back == "never":
            tiles |= self.accepted
        return [tile for tile in self.last_moved if tile in tiles]

    def disturbances(self) -> dict[int, str]:
        """Tiles that stand where nothing asked for them, each with the rule it breaks."""
        found: dict[int, str] = {}
        for tile in box(self.rules):
            away = (tile in self.judged_levers()) != (tile in self.book)
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
        return written(move for move in self.moves if tiles <= set(move[0]))

    def to_put_back(self) -> Tiles:
        return self.refused() | self.disturbances().keys() | self.knocked

    def act_in_turn(self, act: list[int]) -> None:
        asked = self.to_put_back()
        s_before = frozenset(self.moved()) - self.refused()
        order_before, knocked_before = self.last_moved, self.knocked
        own = [tile for tile in act if tile not in asked]

        self.levers ^= set(act)
        self.have_moved([tile for tile in act if tile not in knocked_before])
        self.knocked = knocked_before - set(act)
        many = self.throw is not None and len(own) >= 3
        knock = many and bool(knocked_before or self.to_put_back())
        if knock:
            self.last_moved = order_before
            self.knocked |= set(own)

        counts = [tile for tile in act if tile not in knocked_before | self.knocked]
        if self.throw is not None and set(counts) & self.to_move():
            self.stood_since, self.stood_line = self.at, self.line
            if not self.refused():
                self.accepted = frozenset(self.moved())
        self.rule_on_act(act, s_before, knock)

    def rule_on_act(self, act: list[int], s_before: Tiles, knock: bool) -> None:
        disturbed = self.disturbances()
        also: dict[str, Any] = {"tiles": sorted(act), "put_back": self.put_back(self.to_put_back())}
        if disturbed and not knock:  # R4.10: also when tiles are refused
            latest = [other for other in self.last_moved if other in disturbed][-1]
            self.broken = disturbed[latest]
            self.say("disturbed", self.broken, **also)
        elif self.knocked:
            self.broken = "R4.11"
            self.say("disturbed", "R4.11", **also)
        elif self.refused():
            self.broken = "R4.5"
            self.say("refused", "R4.5", **also)
        elif self.broken:
            self.say("restored", self.broken)
            self.broken = None
            self.stood_since = self.at
            self.rule_on_s(s_before, after_restored=True)
        else:
            self.rule_on_s(s_before, after_restored=False)

    def rule_on_s(self, s_before: Tiles, *, after_restored: bool) -> None:
        moved = frozenset(self.moved())
        if len(moved) < len(s_before):
            self.say("taken_back", "R4.1", tiles=sorted(moved), moves=self.moves_with(moved))
        elif self.is_move(moved):
            self.complete(moved)
        elif not after_restored:
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

    def settle(self, at: int) -> None:
        self.at, self.line = at, self.stood_line
        self.commit()

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
        self.extra_throw = self.rules.doubles == "extra" and is_double(throw)
        self.say("committed", rule, tiles=sorted(moved), throw=list(throw))
        if not self.to_move():
            shut_rule = "R7.8" if self.roll_off else SHUT_RULE[self.rules.match]
            self.say("shut_the_box", shut_rule)
            self.end_turn(shut_rule, shut=True)
        elif self.turn_is_one_throw():  # played
            self.end_turn(self.one_throw_rule())
