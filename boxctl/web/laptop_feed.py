"""The feeds of a laptop's tables, whose hands are virtual, and of a real box with buttons."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from boxctl.journal.entry_kinds import ChosenBy
from boxctl.presentation.sentences.menu import lack_in_words
from boxctl.presentation.table_view import Invitation
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, numbers, tile
from boxctl.screens.laptop.game_choice import NOTHING, WantedMatch, first_match
from boxctl.screens.laptop.robots import RobotPlayers
from boxctl.screens.laptop.virtual_box import LaptopBox
from boxctl.screens.laptop.virtual_hands import VirtualHands
from boxctl.table.event_queue import AskedFor
from boxctl.table.outputs import Outputs
from boxctl.table.runtime import Runtime
from boxctl.table.states import SensorQuestion
from boxctl.table.tonight.offers import WantedGame
from boxctl.web.acting.overruling import plan_overruling, why_not_overruled
from boxctl.web.acting.rules_form import HouseGames
from boxctl.web.acting.table_code import Act
from boxctl.web.acting.tonight import ChoosableTable, choosable, wanted_game
from boxctl.web.reading import HandsReading
from boxctl.web.state import Direction
from boxctl.web.table_feed import AT_ONCE, MOST_ORDERS, TableFeed
from groundwork.faults import Fault

if TYPE_CHECKING:
    # Without the extra that talks to brokers there is none.
    from boxctl.web.mqtt.commands import BrokerCommand

MOST_NEWS = 16
"""How many sentences wait for the log of the table at most."""


class LaptopFeed(TableFeed):
    """Follows the tables on a laptop (:class:`boxctl.screens.laptop.laptop_table`).

    With ``taps`` people can tap on a page how a real box stands; in the record, which ``journal``
    is the file of, they can give a turn another score.
    """

    def __init__(self, *, taps: bool = False, journal: Path | None = None) -> None:
        super().__init__()
        self._taps = taps
        self._journal = journal
        self._page_note: Callable[[], str] = str
        self._news: deque[str] = deque(maxlen=MOST_NEWS)
        self._box: LaptopBox | None = None
        self._at_hand: VirtualHands | None = None
        self._wanted: WantedMatch | None = None
        self._outputs: Outputs | None = None
        self._invitation: Invitation | None = None

    @property
    def note(self) -> str:
        """Where the pages are, and the code of this evening; empty without pages."""
        return self._page_note()

    def notes(self, note: Callable[[], str]) -> None:
        """Have ``note`` say that from now on."""
        self._page_note = note

    def sit_down(self, box: LaptopBox, hands: VirtualHands) -> None:
        """Take the box of the table that is opened next, and the hands at it."""
        self._box, self._at_hand = box, hands
        self.wakes_loop(box.inbox.wake)

    def invites_by(self, outputs: Outputs) -> None:
        """Show invitations by these outputs, the one that holds at once."""
        self._outputs = outputs
        outputs.invite(self._invitation)

    def unplugged(self) -> None:
        """Note that the box has lost its power, and its display with it."""
        self._outputs = None
        super().unplugged()

    @property
    def _invites(self) -> bool:
        return self._outputs is not None and self._outputs.invites

    def _show_invitation(self, invitation: Invitation | None, until: int | None) -> None:
        self._invitation = invitation
        if self._outputs is not None:
            self._outputs.invite(invitation, until)

    def add_news(self, text: str) -> None:
        """Have the table say this in its log. Safe from any thread."""
        self._news.append(text)
        self._wake_loop()

    def take_news(self) -> str | None:
        """Return the next line of the table's log; None without one."""
        return self._news.popleft() if self._news else None

    def _do(self, act: Act, table: Runtime, now: int) -> None:
        """Let the hands at the table do it: they are those of every front."""
        hands = self._at_hand
        if hands is None:
            return
        table.asked_from(act.seat, self._moved_by(act, table, hands), now)
        match act.do:
            case "move" if tile(act.tile) & table.referee.play.rules.on_the_box:
                if self._stands(act.tile) != act.to:
                    hands.flip(act.tile, now)
            case "throw" | "throw_one":
                if hands.real_dice is None and hands.throws_by_itself:
                    hands.shake(now, one_die=act.do == "throw_one")
            case "type_throw":
                if hands.real_dice is not None:
                    hands.tell_throw(act.text, now)
            case "withdraw_throw":
                hands.withdraw_throw()
                self._conflicts.undone()
            case "take_back":
                hands.undo(now)
            case "put_back":
                hands.put_where_they_belong(now)
            case "confirm" | "new":
                hands.press(act.do, now)
            case "match":
                self._wanted = self._match_wanted(act)
            case "report":
                hands.report(now)
            case "overrule":
                self._overrule(act, table)
            case _:
                pass  # Nothing that hands do.

    def _overrule(self, act: Act, table: Runtime) -> None:
        """Give a turn another score, as ``boxctl overrule`` does."""
        fault = self.objection(act)
        if fault is not None or self._journal is None:
            self.remark(str(fault))
            return
        planned = plan_overruling(self._journal, act)
        table.overrule(planned.told, planned.sheet)
        self._put(planned.stands)

    @staticmethod
    def _moved_by(act: Act, table: Runtime, hands: VirtualHands) -> tuple[AskedFor, ...]:
        """Return which levers, buttons or dice hands move for an act."""
        match act.do:
            case "move":
                return (act.tile,)
            case "throw" | "throw_one" | "type_throw":
                return ("dice",)
            case "take_back" if hands.to_undo is not None:
                return (hands.to_undo,)
            case "put_back":
                return numbers(hands.to_be_put)
            case "confirm" | "new":
                return (act.do,)
        return ()

    def _stands(self, number: int) -> Direction:
        if self._box is None:
            return ""
        return "open" if self._box.wood.levers & tile(number) else "shut"

    def take_wanted(self) -> WantedMatch | None:
        """Return the match that a page wants to begin, once; None if none does."""
        wanted, self._wanted = self._wanted, None
        return wanted

    def objection(self, act: Act) -> Fault | None:
        """Return why a match cannot be played, or a turn not be overruled."""
        if act.do == "overrule" and self._journal is not None:
            return why_not_overruled(self._journal, act, self._table)
        if act.do != "match":
            return None
        try:
            chosen = self._match_wanted(act).chosen
            chosen.check()
            RobotPlayers(chosen.rules, chosen.players, None)
        except RuleFault as fault:
            return fault
        return None

    def _match_wanted(self, act: Act) -> WantedMatch:
        if act.guided:
            first = first_match()
            # Its dice are arranged: they are those of the page, and so is the box.
            return WantedMatch(
                first.variant, first.players, "" if self._taps else None, guided=True
            )
        taps = act.taps if self._taps else None
        changes = tuple((act.settings or {}).items())
        return WantedMatch(act.variant, act.names, taps, changes)

    @property
    def house_games(self) -> HouseGames:
        """Any game can be made of any other at a laptop, whose box is as the game needs it."""
        return HouseGames()

    @property
    def coaches(self) -> bool:
        """True: a laptop's table may always use the coach."""
        return True

    def _hands(self) -> HandsReading | None:
        box, hands = self._box, self._at_hand
        if box is None or hands is None:
            return None
        rolling = hands.rolling
        blind = NO_TILES
        for contact in box.untrue:
            if isinstance(contact, int):
                blind |= tile(contact)
        return HandsReading(
            rolling=0 if rolling is None else rolling.count,
            to_undo=hands.to_undo,
            blind=blind,
            real_dice=hands.real_dice is not None,
            throws=hands.throws_by_itself,
            taps=(box.tapped or NOTHING) if self._taps else None,
            tapped=() if hands.tapped is None else hands.tapped.values,
        )


class TableOfBox(Protocol):
    """The table of a box: people type throws for it, and it invites phones."""

    def type_throw(self, text: str) -> None:
        """Take what people have typed of real dice."""
        ...

    def wake(self) -> None:
        """Have the loop take a step."""
        ...

    @property
    def invites(self) -> bool:
        """Whether the box has a display that can show an invitation."""
        ...

    def invite(self, invitation: Invitation | None, until: int | None = None) -> None:
        """Show how phones take part, between matches and ``until`` then."""
        ...

    def hush(self) -> None:
        """Cut off the voice, except for results."""
        ...

    def mute(self, *, on: bool) -> None:
        """Leave voice and sound silent from now on, or no longer."""
        ...


class BoxFeed(TableFeed):
    """Follows the table of a real box. Somebody can act on it if ``has_buttons``."""

    def __init__(self, *, has_buttons: bool) -> None:
        super().__init__()
        self._buttons = has_buttons
        self._box: TableOfBox | None = None
        self._mute_ends: int | None = None
        self._wanted: deque[WantedGame | BrokerCommand] = deque(maxlen=MOST_ORDERS)

    @property
    def has_buttons(self) -> bool:
        """Whether confirm and new can be pressed on a page."""
        return self._buttons

    def sit_down(self, table: TableOfBox) -> None:
        """Act at this table."""
        self._box = table
        self.wakes_loop(table.wake)

    def want(self, wanted: WantedGame) -> None:
        """Have the loop take a game that Home Assistant wants. Safe from any thread."""
        self._wanted.append(wanted)
        self._wake_loop()

    def want_done(self, command: BrokerCommand) -> None:
        """Have the loop do what the broker is allowed to want. Safe from any thread."""
        self._wanted.append(command)
        self._wake_loop()

    @property
    def due(self) -> int | None:
        """Time at which to call :meth:`advance`: at once after a change or an order, else None.

        A box that is muted speaks again at the end of the evening.
        """
        if self._wanted and self._table is not None:
            return AT_ONCE
        news = super().due
        return self._mute_ends if news is None else news

    @property
    def muted(self) -> bool:
        """Whether voice and sound are switched off."""
        return self._mute_ends is not None

    def advance(self, now: int) -> None:
        """Do what was ordered, and hand over how the table stands: after a ruling, or a change."""
        if self._mute_ends is not None and (self._ruled or now >= self._mute_ends):
            self._mute(now, on=now < self._mute_ends)
        while self._wanted and self._table is not None:
            wanted = self._wanted.popleft()
            if isinstance(wanted, WantedGame):
                self._take(wanted, ChosenBy.HOME_ASSISTANT, self._table)
            else:
                self._obey(wanted, self._table, now)
        super().advance(now)

    def _obey(self, command: BrokerCommand, table: Runtime, now: int) -> None:
        """Do what somebody who does not see the box wants; what means nothing now is passed over.

        A button never answers a question about a sensor: whoever stands at the box does.
        """
        state = table.state
        match command.do:
            case "players":
                self._name(Act("names", names=command.names), table)
            case "new" if state.question is not SensorQuestion.OPEN:
                if table.referee.play.over or state.new_leaves_match:
                    table.asked_from("", ("new",), now)
                    table.press("new", now)
            case "hush" if self._box is not None:
                self._box.hush()
            case "mute":
                self._mute(now, on=command.on)

    def _mute(self, now: int, *, on: bool) -> None:
        """Switch voice and sound off until the evening ends, by a break of six hours; or on."""
        from boxctl.audit.money_ledger import LONGEST_BREAK

        if self._box is not None and on is not self.muted:
            self._box.mute(on=on)
        self._mute_ends = now + LONGEST_BREAK // timedelta(microseconds=1) if on else None

    def _do(self, act: Act, table: Runtime, now: int) -> None:
        """Do it as the buttons of the box would, and typed dice."""
        match act.do:
            case "confirm" | "new":
                table.asked_from(act.seat, (act.do,), now)
                table.press(act.do, now)
                # What was no event, as an answer, is nobody's when a hand presses the next time.
                table.asked_from("", (act.do,), now)
            case "report":
                table.press("confirm", now, long=True)
            case "type_throw":
                if table.dice_by_hand and self._box is not None:
                    table.asked_from(act.seat, ("dice",), now)
                    self._box.type_throw(act.text)
            case "names":
                self._name(act, table)
            case "choose":
                self._choose(act, table)
            case _:
                pass  # Only hands at a simulated box do that.

    @property
    def _invites(self) -> bool:
        return self._box is not None and self._box.invites

    @property
    def choosable(self) -> ChoosableTable | None:
        """What can be chosen at the box; None if nothing can."""
        return choosable(self._table)

    @property
    def house_games(self) -> HouseGames | None:
        """What can be saved at the box; None where nobody chooses, or the landlord names all."""
        table = choosable(self._table)
        if table is None or table.offers.are_named:
            return None
        offers, roller = table.offers, table.roller

        def lack(rules: RuleSet) -> str:
            missing = offers.lack(rules, roller)
            return "" if missing is None else lack_in_words(missing)

        return HouseGames(offers.settings_here, lack)

    def _show_invitation(self, invitation: Invitation | None, until: int | None) -> None:
        if self._box is not None:
            self._box.invite(invitation, until)

    def objection(self, act: Act) -> RuleFault | None:
        """Return why these cannot be the players of the next match, or why a game cannot be it."""
        table = self._table
        if table is None:
            return None
        try:
            if act.do == "names":
                table.renamed(act.names)
            elif act.do == "choose" and table.chooser is not None:
                table.chooser.plan(wanted_game(act))
        except RuleFault as fault:
            return fault
        return None

    def _choose(self, act: Act, table: Runtime) -> None:
        # Of two who choose at once the second is told here.
        if (fault := self.objection(act)) is not None:
            self.remark(str(fault))
        else:
            self._take(wanted_game(act), ChosenBy.PHONE, table)

    def _take(self, wanted: WantedGame, by: ChosenBy, table: Runtime) -> None:
        if table.chooser is None:
            return
        try:
            table.chooser.choose(wanted, by)
        except RuleFault as fault:
            self.remark(str(fault))

    def _name(self, act: Act, table: Runtime) -> None:
        # The rules may have changed since the names were looked at.
        if (fault := self.objection(act)) is not None:
            self.remark(str(fault))
        else:
            table.named(act.names)
