"""Do what people type at the plain game: throw, move tiles, press buttons, make the box misbehave.

Each action returns the lines that answer it; none if what happens is told anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxctl.presentation.phrases import how_many_dice
from boxctl.presentation.sound.spoken_phrases import LINE_BY_LINE
from boxctl.referee.game import Game
from boxctl.rules.tiles import tile
from boxctl.screens.laptop.laptop_table import ON_THE_ROLLER, PLUG_PULLED, LaptopTable
from boxctl.screens.plain.commands import Does, TypedCommand
from boxctl.screens.plain.line_output import waits_for_confirm
from groundwork.language import message, tr
from hardware.devices import ButtonName

NO_POWER = message("The box has no power: plug puts the plug back.")

Lines = Sequence[str]
NOTHING_TO_SAY: Lines = ()


class PlainActions:
    """The hands of the people who type, at one table. ``now`` returns the time."""

    def __init__(self, table: LaptopTable, now: Callable[[], int]) -> None:
        self._table = table
        self._hands = table.hands
        self._now = now
        self.putting_back = False
        """Whether all tiles are being put where they belong; its single steps are no news."""

    @property
    def _play(self) -> Game:
        return self._table.play

    def what_comes_next(self) -> Lines:
        """Do what the prompt names first."""
        play = self._play
        if not self._has_power:
            return [tr(NO_POWER)]
        if self._hands.question is not None:
            return self._answers_asked
        if self._hands.put_where_they_belong(self._now()):
            self.putting_back = True
        elif self._hands.interrupted:
            return self._press("confirm")
        elif play.over:
            return [tr("The match is over: new plays another, quit leaves.")]
        elif play.throw_awaited:
            return self.throw()
        elif waits_for_confirm(play):
            return self._press("confirm")
        elif play.may_throw_again:
            return [tr("Type the tiles to shut, or throw: the double may be thrown again.")]
        else:
            return [tr("Type the tiles to shut; moves lists what the throw allows.")]
        return NOTHING_TO_SAY

    def throw(self, numbers: Sequence[int] = ()) -> Lines:
        """Throw so many dice, or else as many as allowed; of real dice, take what they show."""
        play, real_dice = self._play, self._hands.real_dice
        if not self._has_power:
            return [tr(NO_POWER)]
        if real_dice is not None:
            if not numbers:
                values = play.rules.dice.example
                return [
                    tr(
                        "Throw the dice, and type what they show, such as throw {values}.",
                        values=values,
                    )
                ]
            real_dice.type_throw(" ".join(map(str, numbers)))
            return NOTHING_TO_SAY
        if not self._table.box.tray.throws_by_itself:
            return [tr(ON_THE_ROLLER)]
        dice = play.rules.dice
        if len(numbers) > 1 or sum(numbers) > dice.count:
            there = how_many_dice([dice.count], LINE_BY_LINE)
            return [tr("Only {dice} can be thrown here.", dice=there)]
        count = numbers[0] if numbers else play.counts[-1]
        self._hands.throw(count, self._now())
        return NOTHING_TO_SAY

    def flip(self, tiles: Sequence[int]) -> Lines:
        """Flip these tiles, one after the other."""
        rules = self._play.rules
        if any(not tile(number) & rules.on_the_box for number in tiles):
            return [tr("The box has tiles 1 to {last}.", last=rules.tiles)]
        self._hands.flip_in_turn(tiles, self._now())
        return NOTHING_TO_SAY

    def undo(self) -> Lines:
        """Put the tile moved last back, or leave the question which sensor fails."""
        if self._hands.leave_question(self._now()) or self._hands.undo(self._now()):
            return NOTHING_TO_SAY
        return [tr("There is nothing to take back: a move that is made stands.")]

    def confirm(self) -> Lines:
        """Press confirm, if something waits for that."""
        hands = self._hands
        if hands.question is not None or hands.interrupted or waits_for_confirm(self._play):
            return self._press("confirm")
        return [tr("Nothing waits to be confirmed.")] if self._has_power else [tr(NO_POWER)]

    def new_match(self) -> Lines:
        """Begin another match once this one is over; or press ``new`` to answer the box."""
        hands = self._hands
        if self._play.over or hands.question is not None or hands.interrupted:
            return self._press("new")
        return [tr("The match is not over yet: quit leaves it.")]

    @property
    def _answers_asked(self) -> Lines:
        if self._hands.asks_where:
            return [tr("Answer confirm or new.")]
        return [tr("Answer confirm or new, or back if it is none.")]

    @property
    def _has_power(self) -> bool:
        return self._table.session is not None

    def _press(self, button: ButtonName) -> Lines:
        if not self._has_power:
            return [tr(NO_POWER)]
        self._hands.press(button, self._now())
        return NOTHING_TO_SAY


TOOLS = {Does.BUMP: "bump", Does.STICK: "stick", Does.CHATTER: "chatter"}


class BenchCommands:
    """The bench at one table, on or off."""

    def __init__(self, table: LaptopTable, *, on: bool) -> None:
        self._table = table
        self.is_on = on

    def switch(self) -> Lines:
        """Switch the bench on or off."""
        self.is_on = not self.is_on
        if not self.is_on:
            return [tr("The bench is off.")]
        return [tr("The bench is on: help lists its orders, such as bump 7, knock and pull.")]

    def do(self, typed: TypedCommand, now: int) -> Lines:
        """Cause a fault, or mend one."""
        if not self.is_on:
            name = typed.command.name
            return [tr("{command} belongs to the bench: type bench first.", command=name)]
        does = typed.command.does
        if does in TOOLS:
            return self._use(TOOLS[does], typed.numbers[0], now)
        if does is Does.COCK:
            return self._cock(now)
        if does is Does.KNOCK:
            return self._knock_over(now)
        if does is Does.REPORT:
            return self._report(now)
        if does is Does.UNPLUG:
            return self._unplug_roller()
        return self._plug() if does is Does.PLUG else self._pull()

    def _use(self, tool: str, number: int, now: int) -> Lines:
        rules, bench = self._table.play.rules, self._table.bench
        if not tile(number) & rules.on_the_box:
            return [tr("The box has tiles 1 to {last}.", last=rules.tiles)]
        was_stuck = self._table.box.untrue.get(number) == "stuck"
        bench.tool = tool
        bench.use_on(number, now)
        match tool:
            case "bump":
                return [tr("A die bumps tile {tile}.", tile=number)]
            case "stick" if was_stuck:
                return [tr("The sensor of tile {tile} works.", tile=number)]
            case "stick":
                return [tr("The sensor of tile {tile} sticks.", tile=number)]
            case _:
                return [tr("The sensor of tile {tile} chatters.", tile=number)]

    def _cock(self, now: int) -> Lines:
        table = self._table
        if table.session is None:
            return [tr(NO_POWER)]
        if not table.box.tray.throws_by_itself:
            return [tr(ON_THE_ROLLER)]
        table.hands.throw(table.play.counts[-1], now, cocked=True)
        return NOTHING_TO_SAY

    def _knock_over(self, now: int) -> Lines:
        if self._table.bench.knock_over(now):
            return [tr("The box is knocked over.")]
        return [tr("No tile stands that could fall.")]

    def _report(self, now: int) -> Lines:
        if self._table.session is None:
            return [tr(NO_POWER)]
        if self._table.hands.asks_where:
            return [tr("Answer confirm or new.")]
        self._table.hands.report(now)
        return NOTHING_TO_SAY

    def _unplug_roller(self) -> Lines:
        bench = self._table.bench
        if bench.unplugged:
            return [tr("The roller is unplugged already: plug plugs it in.")]
        bench.plug_roller()
        return [tr("The roller is unplugged.")]

    def _plug(self) -> Lines:
        table = self._table
        if table.session is None:
            table.put_the_plug_back()
            return [table.trouble] if table.trouble else NOTHING_TO_SAY
        if table.bench.unplugged:
            table.bench.plug_roller()
            return [tr("The roller is plugged in.")]
        return [tr("Nothing is unplugged.")]

    def _pull(self) -> Lines:
        if self._table.session is None:
            return [tr(NO_POWER)]
        self._table.pull_the_plug()
        return [tr(PLUG_PULLED)]
