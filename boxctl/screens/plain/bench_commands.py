"""The fault bench of the plain game: cause the trouble of a real box by words."""

from __future__ import annotations

from boxctl.rules.tiles import tile
from boxctl.screens.laptop.laptop_table import ON_THE_ROLLER, PLUG_PULLED, LaptopTable
from boxctl.screens.plain.commands import Does, TypedCommand
from boxctl.screens.plain.plain_actions import NO_POWER, NOTHING_TO_SAY, Lines
from groundwork.language import tr

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
