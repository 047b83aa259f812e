"""Robot players of a laptop's table, at a pace that people can watch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import lru_cache, partial
from random import Random, SystemRandom
from typing import Any

from boxctl.odds.sampling import Best
from boxctl.odds.the_300.kept_table import how_to_solve, is_kept, kept_odds
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.the_300.table_file import DamagedTable
from boxctl.odds.throws import throw_tables
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.ways_to_play import way_to_play
from boxctl.referee.game import Game
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, tile, tile_set
from boxctl.screens.background_thinking import Think, at_once
from boxctl.screens.laptop.pace import RobotPace
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.simulation.players import NamedPlayer, Player, PolicyPlayer, next_events
from boxctl.table.runtime import Runtime
from groundwork.language import any_of, tr
from groundwork.reader import for_reader
from groundwork.times import START

MOST_TILES_SOLVED = 12
"""The most tiles in play with which the best move is found in time for a demo."""


def demo_players(rules: RuleSet) -> list[str]:
    """Return the robots that play a demo: as many as the match needs, as good as can be."""
    solved = rules.in_play.bit_count() <= MOST_TILES_SOLVED or (
        is_turn_of_the_300(rules) and is_kept(rules.scoring)
    )
    names = ["best", "human"] if solved else ["highest-first", "fewest-tiles"]
    return names[: 1 if rules.match == "solo" else 2]


def _robot(rules: RuleSet, way: str, chance: Random) -> Player:
    """Return the robot that plays in this way.

    The 16 million positions of The 300 are looked up in their table, as there is no time to solve
    them during a match. Raises :class:`RuleFault` (BX701) if there is no table, or a damaged one.
    """
    named = NamedPlayer(way)
    if way not in ("best", "human") or not is_turn_of_the_300(rules):
        return named.player(rules, chance)
    try:
        odds = kept_odds(rules, rules.scoring, checked=True)
    except (RuleFault, DamagedTable):
        raise RuleFault(
            "BX701",
            tr(
                "The 300 is not solved yet on this computer, and so {player} cannot play it",
                player=shown_player(way),
            ),
            tr(
                "{how_to_solve}; or let {others} play",
                how_to_solve=how_to_solve(),
                others=any_of(map(_as_chosen, ("highest-first", "fewest-tiles", "random"))),
            ),
        ) from None
    return PolicyPlayer(chance, named.as_played(Best(odds)))


class _Robot:
    """A robot of a match. Best play is solved when he first has to choose, beside the loop.

    Raises :class:`RuleFault` (BX701, BX702) if he cannot play by the rules.
    """

    def __init__(self, rules: RuleSet, way: str, chance: Random) -> None:
        self.way = way
        self.is_solved = NamedPlayer(way).is_solved
        self._rules, self._chance = rules, chance
        self._player: Player | None = None
        if not self.is_solved or is_turn_of_the_300(rules):
            self._player = _robot(rules, way, chance)
        else:
            throw_tables(rules, turn_states(rules, SubBox(rules.in_play)))

    def next_events(self, play: Game) -> list[Event]:
        """Return the robot's next events."""
        player = self._player = self._player or _robot(self._rules, self.way, self._chance)
        # The table throws its own dice: only how many are asked for here counts.
        return next_events(play, player, Random(0), START)


class _Thought:
    """The next thought of a robot: his own, or in another process that of his like there."""

    def __init__(self, robot: _Robot, play: Game) -> None:
        self._robot, self._play = robot, play

    def __call__(self) -> list[Event]:
        return self._robot.next_events(self._play)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial, (_thought_there, self._robot.way, self._play)


def _thought_there(way: str, play: Game) -> list[Event]:
    return _robot_there(play.rules, way).next_events(play)


@lru_cache(maxsize=2)
def _robot_there(rules: RuleSet, way: str) -> _Robot:
    return _Robot(rules, way, SystemRandom())


def _as_chosen(way: str) -> str:
    """Return a robot's title, at a terminal with what people type for it behind."""
    title = shown_player(way)
    return for_reader(f"{title} ({way})", page=title)


class RobotPlayers:
    """The players who are named after a way to play.

    They ``think`` beside the loop, and ``wake`` it when they have decided. They act at a ``pace``
    that people may change. Where the box does not see what they have moved, they say so, as people
    do. Raises :class:`RuleFault` (BX701, BX702) if one of them cannot play by the
    rules.
    """

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str],
        seed: int | None,
        think: Think = at_once,
        wake: Callable[[], object] = lambda: None,
        *,
        pace: RobotPace | None = None,
    ) -> None:
        self._pace = pace or RobotPace()
        chance = SystemRandom() if seed is None else Random(f"{seed} robots")
        by_way: dict[str, _Robot] = {}
        for name in players:
            way = way_to_play(name)
            if way is not None and way not in by_way:
                by_way[way] = _Robot(rules, way, chance)
        self._players = [by_way.get(way_to_play(name) or "") for name in players]
        self._think = think
        self._wake = wake
        self._since: int | None = None
        self._thought: Future[list[Event]] | None = None
        self._thought_at_line = -1
        self._moved = NO_TILES
        self._reported: tuple[int, TileSet] | None = None

    def plays(self, seat: int) -> bool:
        """Whether this seat plays by itself."""
        return self._players[seat] is not None

    @property
    def thinking(self) -> bool:
        """Whether a robot works out its move, which takes as long as it takes."""
        return self._thought is not None and not self._thought.done()

    def due(self, now: int, runtime: Runtime, hands: VirtualHands) -> int | None:
        """Return when the robot whose turn it is acts; None while it thinks or none is to play."""
        play = runtime.referee.play
        # Until the levers of an interrupted match are right, what was thrown meanwhile has to wait.
        rests = runtime.settled if hands.interrupted else runtime.at_rest
        if play.over or not self.plays(play.seat) or not (hands.idle and rests):
            self._since = self._thought = None
            return None
        if hands.question is not None and not self.answer(hands):
            self._since = self._thought = None
            return None
        if self._since is None:
            self._since = now
        if self._thought is not None and not self._thought.done():
            return None
        return self._since + self._pace.thinks

    def advance(self, now: int, runtime: Runtime, hands: VirtualHands) -> None:
        """Do what is due by now."""
        due = self.due(now, runtime, hands)
        if due is None or now < due:
            return
        if hands.question is not None:
            self._answer(hands.question, now, hands)
        elif self._reports(now, runtime, hands):
            self._since = self._thought = None
        elif missing := hands.to_be_put:
            hands.put_where_they_belong(now)
            self._moved = missing
            self._since = self._thought = None
        elif self._thought is None:
            self._begin_to_think(runtime)
        else:
            thought, self._since, self._thought = self._thought, None, None
            # A thought about an earlier state of the table is useless.
            if self._thought_at_line == runtime.line:
                self._play(thought.result(), now, runtime, hands)

    def leave(self) -> None:
        """Give up what is being thought: the table is closed."""
        if self._thought is not None:
            self._thought.cancel()

    # Sensors that do not show what a robot has moved.

    def answer(self, hands: VirtualHands) -> bool:
        """Return whether they answer what the box asks: it does not see what they have moved."""
        return bool(hands.unseen(self._moved))

    def _answer(self, number: int, now: int, hands: VirtualHands) -> None:
        """Say whether the sensor of this tile is the one, or how the tile stands."""
        if hands.asks_where:
            confirms = not hands.stands(number)
        else:
            confirms = bool(hands.unseen(self._moved) & tile(number))
        hands.press("confirm" if confirms else "new", now)
        self._since = None

    def _reports(self, now: int, runtime: Runtime, hands: VirtualHands) -> bool:
        """Report what the box does not see, once; return whether there is anything."""
        unseen = hands.unseen(self._moved)
        state = runtime.line, unseen
        if not unseen or state == self._reported:
            return False
        self._reported = state
        hands.report(now)
        return True

    def _begin_to_think(self, runtime: Runtime) -> None:
        play = runtime.referee.play
        robot = self._players[play.seat]
        assert robot is not None
        self._thought_at_line = runtime.line
        think = self._think if robot.is_solved else at_once
        self._thought = think(_Thought(robot, play))
        self._thought.add_done_callback(lambda _done: self._wake())

    def _play(
        self, events: Sequence[Event], now: int, runtime: Runtime, hands: VirtualHands
    ) -> None:
        counts = runtime.referee.play.counts
        tiles = [event.tile for event in events if isinstance(event, LeverMoved)]
        hands.move_tiles(tiles, now, self._pace.flips)
        if tiles:
            self._moved = tile_set(tiles)
        for event in events:
            if isinstance(event, Thrown):
                hands.shake(now, one_die=len(event.values) < counts[-1])
            elif isinstance(event, Pressed):
                hands.press(event.button, now)
