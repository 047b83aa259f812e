"""The environment: the referee's table, with PettingZoo's players at it, one action at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.game import Game
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.payloads import MatchOver, TurnOver
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile
from boxctl.rules.variants import variant
from groundwork.installation import install_command
from groundwork.language import tr
from groundwork.printing import print_lines
from groundwork.times import START, MatchTime

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ModuleNotFoundError(
        tr(
            "boxctl.environment needs PettingZoo, which is not installed: {command}",
            command=install_command("env"),
        ),
        name="pettingzoo",
    ) from missing

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4

STAKE = 12
"""What each puts into the pool: whole shares of it, however many win."""

MOST_TURNS = 1000
"""Turns after which a match is broken off."""

SECOND = 1_000_000
"""Microseconds; everything that is done takes a second."""

ILLEGAL = -1.0
"""The reward of an action that the mask forbids; the match is over with it."""


def env(rules: str = "classic", players: int = 2, **options: Any) -> Any:
    """Return the environment in PettingZoo's usual wrappers; parameters as :class:`ShutTheBox`.

    An action that the mask forbids ends the match with a reward of :data:`ILLEGAL`. One that is no
    action at all is an AssertionError, and so is a step before :meth:`ShutTheBox.reset`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(rules, players, **options), ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class ShutTheBox(AECEnv):
    """One match of any variant, with two to four players.

    ``rules`` are the name of a variant, or the path of a file, ``settings`` what is changed in it,
    each with its value as text (``{"tiles": "12"}``). After ``most_turns`` turns a match is
    truncated. With ``render_mode="ansi"`` :meth:`render` returns the referee's sentences on the
    last action, with ``"human"`` it prints them.

    Raises ValueError for another number of players, and
    :class:`boxctl.rules.faults.RuleFault` for rules that are not known (BX201), settings that are
    wrong (BX202, BX203), and what contradicts itself or the number of players (BX204).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "shut_the_box_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str = "classic",
        players: int = 2,
        *,
        settings: Mapping[str, str] | None = None,
        most_turns: int = MOST_TURNS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise ValueError(f"there are {players} players: 2, 3 or 4 can play")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}: known are ansi and human")
        self.rules = _without_waiting(with_settings(variant(rules), (settings or {}).items()))
        check(self.rules, players)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.fields = fields(self.rules, players)
        self._most_turns = most_turns
        self._random, _seed = seeding.np_random()
        size = actions(self.rules)
        self.action_spaces = {one: spaces.Discrete(size) for one in self.possible_agents}
        self.observation_spaces = {
            one: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST_SEEN, (len(self.fields),), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for one in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of what this player sees; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of this player's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a match; the same ``seed`` throws the same dice. ``options`` are ignored."""
        if seed is not None:
            self._random, _seed = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = 0
        self._at = START
        self._referee = Referee(self.rules, self.possible_agents)
        self.rulings: tuple[Ruling, ...] = ()
        self._take(self._referee.begin())
        self.agent_selection = self._referee.play.player

    def step(self, action: int | None) -> None:
        """Let the player whose turn it is do this; None for one whose match is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.rulings = ()
        self._hear(self._event(int(action)))
        self._make_ready()
        self.agent_selection = self._referee.play.player
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of this player and his actions: none if it is not his turn."""
        play = self._referee.play
        seen = observed(play, self.possible_agents.index(agent))
        allowed = mask(play)
        if agent != play.player or agent not in self.agents:
            allowed[:] = 0
        return {"observation": seen, "action_mask": allowed}

    def render(self) -> str | None:
        """Return or print what the referee has said to the last action; None without a mode."""
        lines = [sentence(ruling, WRITTEN) for ruling in self.rulings]
        if self.render_mode == "ansi":
            return "\n".join(lines)
        if self.render_mode == "human":
            print_lines(*lines)
        return None

    def close(self) -> None:
        """Release nothing: there is nothing that was opened."""

    def _event(self, action: int) -> Event:
        """Return the act at the table that this action stands for."""
        at, play = self._next_time(), self._referee.play
        if action < self.rules.tiles:
            return LeverMoved(at, action + 1, open=not play.levers & tile(action + 1))
        if action == confirm(self.rules):
            return Pressed(at, "confirm")
        count = self.rules.dice.count
        if action != throw(self.rules, count):
            count = 1
        values = self._random.integers(1, self.rules.dice.sides, size=count, endpoint=True)
        return Thrown(at, tuple(map(int, values)))

    def _make_ready(self) -> None:
        """Put the levers as the next turn needs them: no player has to do that here."""
        while back := self._referee.play.put_back:
            for number in numbers(back.open | back.shut):
                stands_up = not self._referee.play.levers & tile(number)
                self._hear(LeverMoved(self._next_time(), number, open=stands_up))

    def _hear(self, event: Event) -> None:
        self._take(self._referee.hear(event))
        # A lever that cannot return is decided in the next microsecond.
        self._take(self._referee.finish())

    def _take(self, rulings: Iterable[Ruling]) -> None:
        for ruling in rulings:
            self.rulings += (ruling,)
            if isinstance(ruling.payload, TurnOver):
                self._turns += 1
            elif isinstance(ruling.payload, MatchOver):
                paid = ruling.payload.payout
                self.rewards = {agent: paid[agent] / STAKE for agent in self.agents}
                self.terminations = dict.fromkeys(self.agents, True)
        if self._turns >= self._most_turns and not self._referee.play.over:
            self.truncations = dict.fromkeys(self.agents, True)

    def _next_time(self) -> MatchTime:
        self._at = MatchTime(self._at + SECOND)
        return self._at


def raw_env(rules: str = "classic", players: int = 2, **options: Any) -> ShutTheBox:
    """Return the environment without wrappers; parameters as :class:`ShutTheBox`."""
    return ShutTheBox(rules, players, **options)


def _without_waiting(rules: RuleSet) -> RuleSet:
    """Return the rules for hands that never slip, and for a stake that can be shared."""
    return replace(rules, bump_ms=0, act_ms=0, settle_ms=0, stake=STAKE, currency="")


MOST_SEEN = 1_000_000.0
"""The greatest number of an observation; a total or a number of markers beyond it counts as it."""


def fields(rules: RuleSet, players: int) -> tuple[str, ...]:
    """Return the names of the numbers, in their order; seat 0 is the player who looks."""
    tiles = range(1, rules.tiles + 1)
    return (
        *(f"open {number}" for number in tiles),
        *(f"moved {number}" for number in tiles),
        *(f"die {place}" for place in range(1, rules.dice.count + 1)),
        "my turn",
        "opens tiles",
        "opening tile owed",
        "markers",
        "extra throw",
        *(
            f"{what} of seat {place}"
            for place in range(players)
            for what in ("due", "round score", "total", "wins", "in")
        ),
    )


def observed(play: Game, seat: int) -> NDArray[np.float32]:
    """Return the observation of this seat: numbers from 0 to :data:`MOST_SEEN`.

    Tiles, and what is so or not, are 0 or 1. A die is its share of the highest value, 0 where it
    does not lie on the table. Scores and totals are shares of the score of a turn that moves
    nothing, and 0 as long as there is none.
    """
    seen = np.fromiter(_numbers(play, seat), dtype=np.float32)
    return np.minimum(seen, np.float32(MOST_SEEN))


def _numbers(play: Game, seat: int) -> Iterator[float]:
    rules, answer = play.rules, play.answer
    yield from _tiles(rules, play.open & rules.in_play)
    yield from _tiles(rules, NO_TILES if answer is None else answer.moved)
    thrown = () if answer is None else answer.throw
    for place in range(rules.dice.count):
        yield thrown[place] / rules.dice.sides if place < len(thrown) else 0.0
    yield seat == play.seat and not play.over
    yield rules.match == "duel" and seat != play.sheet.order[0]
    yield play.opening_tile is not None
    yield play.memory.markers
    yield play.memory.extra
    for place in range(len(play.players)):
        yield from _of_seat(play, (seat + place) % len(play.players))


def _tiles(rules: RuleSet, tiles: TileSet) -> Iterator[float]:
    for number in range(1, rules.tiles + 1):
        yield bool(tiles & tile(number))


def _of_seat(play: Game, seat: int) -> Iterator[float]:
    rules, sheet = play.rules, play.sheet
    worst = score(rules.scoring, rules.in_play)
    yield seat in sheet.due and not play.over
    yield sheet.round_scores.get(seat, 0) / worst
    yield sheet.totals.get(seat, 0) / worst
    yield sheet.wins.get(seat, 0) / rules.wins
    yield seat not in sheet.out


def mask(play: Game) -> NDArray[np.int8]:
    """Return 1 for each action that the referee allows now, and 0 for each that it would refuse.

    The actions are the levers of the tiles, confirm, one die, and all dice.
    """
    rules, answer = play.rules, play.answer
    allowed = np.zeros(actions(rules), dtype=np.int8)
    if answer is not None:
        allowed[[number - 1 for number in numbers(play.may_move & ~answer.moved)]] = 1
        allowed[confirm(rules)] = answer.move is not None
    if play.may_throw and (answer is None or play.may_throw_again):
        for count in play.counts:
            allowed[throw(rules, count)] = 1
    return allowed


def actions(rules: RuleSet) -> int:
    """Return how many actions there are."""
    return rules.tiles + 3


def confirm(rules: RuleSet) -> int:
    """Return the action that confirms a move (R4.2)."""
    return rules.tiles


def throw(rules: RuleSet, count: int) -> int:
    """Return the action that throws so many dice: one, or all."""
    return rules.tiles + (2 if count == rules.dice.count else 1)
