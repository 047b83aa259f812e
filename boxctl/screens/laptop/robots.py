"""Robot players of a laptop's table, at a pace that people can watch.

The fault bench: make a virtual box misbehave on purpose.

The log at the bench: what the referee hears and rules, a few words a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from random import Random, SystemRandom

from boxctl.odds.policies import Best
from boxctl.odds.the_300.kept_table import how_to_solve, is_kept, kept_odds
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.the_300.table_file import DamagedTable
from boxctl.presentation.phrases import WRITTEN, added_up, dice, make_ready, shown_player
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.payloads import (
    BoxShut,
    Committed,
    Disturbed,
    FirstThrow,
    MatchOver,
    Pending,
    Provisional,
    Ready,
    Refused,
    Restored,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile, tile_set
from boxctl.screens.background_thinking import Think, at_once
from boxctl.screens.laptop.box.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.screens.pictures.view_model import Picture, Row, Span
from boxctl.simulation.play_match import next_events
from boxctl.simulation.players import NamedPlayer, Player, PolicyPlayer
from boxctl.simulation.ways_to_play import way_to_play
from boxctl.table.runtime import Runtime
from groundwork.language import all_of, message, tr
from groundwork.times import START
from hardware.virtual import MILLISECOND

THINKS = 700 * MILLISECOND
"""The time that a robot looks at the table before it acts, in microseconds."""

MOST_TILES_SOLVED = 12
"""The most tiles in play with which the best move is found in time for a demo."""

FLIPS = 300 * MILLISECOND
"""Between two tiles of a move, in microseconds."""


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
            tr("The 300 is not solved yet on this computer, and so {way} cannot play it", way=way),
            tr(
                "{how_to_solve}; or let highest-first, fewest-tiles or random play",
                how_to_solve=how_to_solve(),
            ),
        ) from None
    return PolicyPlayer(chance, named.as_played(Best(odds)))


class RobotPlayers:
    """The players who are named after a way to play.

    They ``think`` beside the loop, and ``wake`` it when they have decided. Unless people have
    ``watched`` them they act without a pause. Where the box does not see what they have moved, they
    say so, as people do. Raises :class:`RuleFault` (BX701, BX702) if one of them cannot play by the
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
        watched: bool = True,
    ) -> None:
        self._thinks, self._flips = (THINKS, FLIPS) if watched else (0, 0)
        chance = SystemRandom() if seed is None else Random(f"{seed} robots")
        by_way: dict[str, Player] = {}
        for name in players:
            way = way_to_play(name)
            if way is not None and way not in by_way:
                by_way[way] = _robot(rules, way, chance)
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
        return self._since + self._thinks

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
        player = self._players[play.seat]
        assert player is not None
        self._thought_at_line = runtime.line
        # The table throws its own dice: only how many are asked for here counts.
        self._thought = self._think(lambda: next_events(play, player, Random(0), START))
        self._thought.add_done_callback(lambda _done: self._wake())

    def _play(
        self, events: Sequence[Event], now: int, runtime: Runtime, hands: VirtualHands
    ) -> None:
        counts = runtime.referee.play.counts
        tiles = [event.tile for event in events if isinstance(event, LeverMoved)]
        hands.move_tiles(tiles, now, self._flips)
        if tiles:
            self._moved = tile_set(tiles)
        for event in events:
            if isinstance(event, Thrown):
                hands.shake(now, one_die=len(event.values) < counts[-1])
            elif isinstance(event, Pressed):
                hands.press(event.button, now)


KNOCK = 40 * MILLISECOND
"""The time that a tile hit by a die is away, in microseconds: less than the usual bump time."""

CHATTER = 2_000 * MILLISECOND
"""The time that a sensor chatters, in microseconds."""

TOOLS = {
    "bump": message("a die hits the tile"),
    "stick": message("its sensor sticks or works"),
    "chatter": message("its sensor chatters"),
}
"""The tools: people pick one, then a tile."""


class FaultBench:
    """Makes one box misbehave. A tool that was picked waits for its tile."""

    def __init__(self, box: LaptopBox, hands: VirtualHands) -> None:
        self._box = box
        self._hands = hands
        self._still_at: dict[int, int] = {}
        self.tool = ""
        self.unplugged = False

    def pick(self, tool: str) -> None:
        """Take this tool in hand, or put it away."""
        self.tool = "" if self.tool == tool else tool

    def use_on(self, number: int, now: int) -> bool:
        """Use the tool in hand on this tile; return False if there is none."""
        wood, tool, self.tool = self._box.wood, self.tool, ""
        if tool == "bump":
            wood.knock(number, now, KNOCK)
        elif tool == "stick" and self._box.untrue.get(number) == "stuck":
            del self._box.untrue[number]
            wood.loosen(number, now)
        elif tool == "stick":
            self._box.untrue[number] = "stuck"
            wood.stick(number)
        elif tool == "chatter":
            self._box.untrue[number] = "chatters"
            self._still_at[number] = wood.chatter(number, now, CHATTER)
        return bool(tool)

    def cock_a_die(self, now: int) -> None:
        """Throw so that one die lies against the rim and cannot be read."""
        self._hands.shake(now, cocked=True)

    def knock_over(self, now: int) -> bool:
        """Knock the box over: all that stands falls. Return False if nothing stands."""
        stood = bool(self._box.levers)
        self._box.wood.knock_over(now)
        return stood

    def plug_roller(self) -> None:
        """Pull the roller's cable, or put it back."""
        self.unplugged = not self.unplugged
        if self.unplugged:
            self._box.tray.unplug()
        else:
            self._box.tray.plug_in()

    @property
    def which_tile(self) -> str:
        """The question for the tile of the tool in hand; empty if there is none."""
        match self.tool:
            case "bump":
                return tr("Bump which tile? Type or click it, or press U again")
            case "stick" if self._box.untrue:
                return tr("Stick or loosen which tile? Type or click it, or press S again")
            case "stick":
                return tr("Stick which tile? Type or click it, or press S again")
            case "chatter":
                return tr("Let which tile chatter? Type or click it, or press X again")
            case _:
                return ""

    @property
    def due(self) -> int | None:
        """The time at which a chattering sensor is still again; None if none chatters."""
        return min(self._still_at.values(), default=None)

    def advance(self, now: int) -> None:
        """Mark the sensors that are still again as true."""
        for number in [number for number, still in self._still_at.items() if still <= now]:
            del self._still_at[number]
            if self._box.untrue.get(number) == "chatters":
                del self._box.untrue[number]
                # The lever may have been moved meanwhile.
                self._box.wood.loosen(number, now)

    def picture(self, wide: int, *, powered: bool) -> Picture:
        """Return the tools, which of them is in hand, and what is wrong at present."""
        roller = tr("R plug the roller in") if self.unplugged else tr("R unplug the roller")
        plug = tr("P pull the plug") if powered else tr("P put the plug back")
        words = [
            (tr("bench: you are the wood"), "dark"),
            *(
                (f"{key} {tr(does)}", "turn" if self.tool == tool else "plain")
                for key, (tool, does) in zip("USX", TOOLS.items(), strict=True)
            ),
            (tr("K throw, and cock a die"), "plain"),
            (tr("T knock the box over"), "plain"),
            (roller, "plain"),
            (plug, "plain"),
        ]
        if self.tool:
            words.append((self.which_tile, "hint"))
        wrong = sorted(_wrong(number, what) for number, what in self._box.untrue.items())
        if wrong:
            words.append((", ".join(wrong), "bad"))
        rows: list[Row] = [(Span(f"  {text}"[:wide], part),) for text, part in words]
        return tuple(rows)


def _wrong(number: object, what: str) -> str:
    if what == "stuck":
        return tr("{tile} stuck", tile=number)
    return tr("{tile} chatters", tile=number)


def heard(event: Event) -> str:
    """Return what the referee was told; empty where nothing happened."""
    match event:
        case Thrown(values=values):
            return tr("heard: dice {dice}", dice=dice(values, WRITTEN))
        case LeverMoved(tile=number, open=True):
            return tr("heard: lever {tile} open", tile=number)
        case LeverMoved(tile=number):
            return tr("heard: lever {tile} shut", tile=number)
        case Pressed(button=button):
            return tr("heard: button {button}", button=button)
        case _:
            return ""


def ruled(ruling: Ruling) -> str:
    """Return a ruling in a few words."""
    match ruling.payload:
        case Ready():
            return tr("ruled: {player} may throw", player=shown_player(ruling.player))
        case FirstThrow() | ThrowAccepted():
            return tr("ruled: the throw counts")
        case ThrowAgain():
            return tr("ruled: no move, throw again")
        case VoidThrow():
            return tr("ruled: the throw is void")
        case Pending(tiles=tiles):
            return tr("ruled: {tiles} so far", tiles=added_up(tiles, WRITTEN))
        case Provisional(tiles=tiles):
            return tr("ruled: {tiles} waits", tiles=added_up(tiles, WRITTEN))
        case TakenBack(back=tiles):
            return tr("ruled: {tile} taken back", tile=all_of(numbers(tiles)))
        case Committed(tiles=tiles):
            return tr("ruled: {tiles} committed", tiles=added_up(tiles, WRITTEN))
        case Refused(put_back=back):
            return tr("ruled: refused, {request}", request=make_ready(back, WRITTEN))
        case Disturbed(put_back=back):
            return tr("ruled: disturbed, {request}", request=make_ready(back, WRITTEN))
        case Restored():
            return tr("ruled: all is right again")
        case BoxShut():
            return tr("ruled: the box is shut")
        case TurnOver(score=score):
            return tr("ruled: the turn is over, {score}", score=score)
        case RoundOver():
            return tr("ruled: the round is over")
        case MatchOver():
            return tr("ruled: the match is over")
