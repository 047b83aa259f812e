"""The fault bench: make a virtual box misbehave on purpose.

Its log has what the referee hears and rules, a few words a line.
"""

from __future__ import annotations

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
from boxctl.rules.tiles import numbers
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.screens.pictures.picture import Picture, Row, Span
from groundwork.language import all_of, message, tr
from hardware.virtual import MILLISECOND

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
    """Return a line on what the referee was told; empty where nothing happened."""
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
