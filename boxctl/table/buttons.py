"""Decide by how long a button is held what a press means in each state of the table.

| button | | between matches | in the menu | an interrupted match | asked about a sensor | else |
| --- | --- | --- | --- | --- | --- | --- |
| new | short | next match | next choice | leaves it | answer | |
| new | long | opens the menu | first of the next family | says when it opens | answer | the same |
| confirm | short | | takes the choice | declares the levers | answer | confirms |
| confirm | long | reports a sensor | closes the menu | reports a sensor | none of them | the same |

Between matches is until a throw of the next match has counted. With one button a short press in the
menu shows the next choice, and a long one takes it. Without ``new`` a long press of ``confirm``
opens the menu while there is nothing to report.
"""

from __future__ import annotations

from collections.abc import Callable

from boxctl.journal.evidence import Evidence
from boxctl.presentation.menu_notices import MenuKeys
from boxctl.referee.fields import PutBack
from boxctl.referee.lines import Button
from boxctl.rules.tiles import NO_TILES
from boxctl.table.event_queue import ButtonReport
from boxctl.table.interruption import Interruption
from boxctl.table.referee_feed import RefereeFeed
from boxctl.table.sensors.contact_state import ContactState
from boxctl.table.sensors.doubts import TableDoubts
from boxctl.table.sensors.quarantine import SensorQuarantine
from boxctl.table.states import Activity, PlayPhase, SensorQuestion, StateMachine
from boxctl.table.throws.dice_entry import DiceEntry
from boxctl.table.tonight.chooser import GameChooser
from groundwork.times import BoxTime
from hardware.debounce import ContactChange
from hardware.devices import DiceRolled, DiceThrower

LONG_PRESS_US = 600_000
"""From this time on, in microseconds, a press is a long one."""


class LongPress:
    """Measures how long one button is held; it starts released. Times are in microseconds."""

    def __init__(self) -> None:
        self._since: int | None = None

    @property
    def held(self) -> bool:
        """Whether the button is held now."""
        return self._since is not None

    def press(self, at: int) -> None:
        """Note that the button was pressed."""
        self._since = at

    def release(self, at: int) -> bool:
        """Note that it was released; return whether that ends a long press."""
        since, self._since = self._since, None
        return since is not None and at - since >= LONG_PRESS_US

    def cancel(self) -> None:
        """Forget the press: its release means nothing."""
        self._since = None


class Buttons:
    """The buttons of one table.

    ``dice`` gives the dice that the roll button throws, if the box has any, and ``entry`` takes
    those that people enter, if they do; ``put_back`` what the levers are asked to do.
    ``begin_anew`` is called when ``new`` leaves an interrupted match, and ``confirm_roller`` on a
    short press of ``confirm``: it returns whether that was its meaning. In the menu of the
    ``chooser`` people choose a game, if they may.
    """

    def __init__(
        self,
        feed: RefereeFeed,
        contacts: ContactState,
        quarantine: SensorQuarantine,
        doubts: TableDoubts,
        interruption: Interruption,
        machine: StateMachine,
        dice: Callable[[], DiceThrower | None],
        entry: DiceEntry | None,
        put_back: Callable[[], PutBack],
        begin_anew: Callable[[], None],
        confirm_roller: Callable[[], bool],
        chooser: GameChooser | None,
    ) -> None:
        self._feed = feed
        self._contacts = contacts
        self._quarantine = quarantine
        self._doubts = doubts
        self._interruption = interruption
        self._machine = machine
        self._dice = dice
        self._entry = entry
        self._put_back = put_back
        self._begin_anew = begin_anew
        self._confirm_roller = confirm_roller
        self._chooser = chooser
        self._roll, self._confirm, self._new = LongPress(), LongPress(), LongPress()
        self._begun_in_menu: set[Button] = set()
        self._ruled_before_press = 0
        self._asked_at_press: int | None = None

    def settled(self, change: ContactChange) -> None:
        """Do what a press or a release of a button means."""
        if change.contact == "roll":
            self._roll_changed(change)
        elif change.contact in ("confirm", "new"):
            if self._in_menu(change.contact, change):
                return
            if change.on:
                self._pressed(change.contact, change)
            elif change.contact == "confirm" and self._confirm.held:
                self._confirm_released(change)
            elif change.contact == "new" and self._new.held:
                self._new_released(change)

    def _in_menu(self, button: Button, change: ContactChange) -> bool:
        """Let the menu have a press that began in it; return whether it is one."""
        chooser = self._chooser
        held = self._new if button == "new" else self._confirm
        if chooser is None or (change.on and chooser.shown is None):
            return False
        if change.on:
            held.press(change.at)
            self._begun_in_menu.add(button)
            return True
        if button not in self._begun_in_menu:
            return False
        self._begun_in_menu.remove(button)
        long = held.release(change.at)
        if chooser.shown is not None:
            chooser.press(button, self._feed.now, long=long)
        return True

    def press(self, button: Button, at: BoxTime, *, long: bool) -> None:
        """Press a button that is not on the box, and release it at the time ``at``.

        A long one of confirm always is a report, never an answer: two people may report at once.
        """
        if long and self._quarantine.asks_where:
            self._quarantine.ask()
            return
        self.settled(ContactChange(at - LONG_PRESS_US if long else at, button, True))
        self.settled(ContactChange(at, button, False))

    def _pressed(self, button: Button, change: ContactChange) -> None:
        state = self._machine.state
        asked = state.question is SensorQuestion.OPEN
        if asked and (button == "new" or self._quarantine.asks_where):
            # However long it is held, it is an answer and nothing more.
            self._quarantine.pressed(button, self._contacts.known)
        elif button == "confirm":
            self._confirm.press(change.at)
            self._ruled_before_press = self._feed.rulings_made
            self._asked_at_press = self._quarantine.question
        elif self._chooser is not None and self._chooser.keys is not None:
            # Held, it is about the menu: what it means is known when it is released.
            self._new.press(change.at)
        else:
            self._new_pressed(change)

    def _new_pressed(self, change: ContactChange) -> None:
        """Do what a short press of new means."""
        if self._machine.state.new_leaves_match:
            if self._entry is not None:
                self._entry.clear()
            self._begin_anew()
        elif self._entry is not None and self._entry.begun:
            self._entry.begin_anew()
        else:
            self._report("new", change)

    def _new_released(self, change: ContactChange) -> None:
        """Resolve new on release: a long press opens the menu, or tells when it can be opened."""
        chooser = self._chooser
        assert chooser is not None
        held_long = self._new.release(change.at)
        if self._machine.state.question is SensorQuestion.OPEN:
            # People were asked meanwhile: it was begun before that.
            return
        if not held_long:
            self._new_pressed(change)
        elif self._is_between_matches:
            chooser.open(self._feed.now)
        else:
            chooser.refuse(interrupted=self._machine.state.new_leaves_match)

    @property
    def _is_between_matches(self) -> bool:
        """Whether the game can be chosen: play does not wait, and no throw counts yet."""
        feed, state = self._feed, self._machine.state
        interrupted = state.new_leaves_match and feed.thrown and not feed.play.over
        begun = self._entry is not None and self._entry.begun
        waits = state.activity is not Activity.JUDGING or feed.throw_waits or begun
        return not interrupted and not waits and (feed.play.over or not feed.thrown)

    def _confirm_released(self, change: ContactChange) -> None:
        """Resolve confirm on release: a short press confirms, a long one reports a stuck sensor.

        Asked which sensor it is, people say by a short press that it is this one, by a long one
        that it is none.
        """
        held_long = self._confirm.release(change.at)
        if self._chooser is not None and self._chooser.shown is not None:
            # The menu was opened meanwhile.
            return
        if self._quarantine.question != self._asked_at_press:
            # It was begun before people were asked this.
            return
        if held_long and self._opens_by_confirm:
            assert self._chooser is not None
            self._chooser.open(self._feed.now)
        elif held_long:
            self._report_sensor()
        elif self._quarantine.question is not None:
            self._quarantine.pressed("confirm", self._contacts.known)
        elif self._machine.state.phase is PlayPhase.INTERRUPTED:
            self._interruption.declare()
        elif self._confirm_roller():
            return
        elif self._entry is not None and self._entry.begun:
            self._next_die(self._entry, change)
        else:
            self._report("confirm", change)

    @property
    def _opens_by_confirm(self) -> bool:
        """Whether confirm, held, opens the menu: there is no new, and nothing to report."""
        chooser, asked = self._chooser, self._put_back()
        if chooser is None or chooser.keys is not MenuKeys.CONFIRM or self._quarantine.all:
            return False
        return self._is_between_matches and not asked and not self._feed.play.may_move

    def _report_sensor(self) -> None:
        if self._feed.rulings_made != self._ruled_before_press:
            # People meant what they saw when they began the press.
            return
        play = self._feed.play
        moved = NO_TILES if play.answer is None else play.answer.moved
        self._quarantine.held(self._put_back(), moved, play.may_move, self._contacts.known)

    def _roll_changed(self, change: ContactChange) -> None:
        """Throw on release: a short press throws the most dice allowed, a long one the fewest."""
        if change.on:
            if self._chooser is not None:
                self._chooser.close(by_throw=True)
            self._roll.press(change.at)
            return
        held_long = self._roll.release(change.at)
        if self._machine.state.activity is not Activity.JUDGING:
            return
        if self._entry is not None:
            self._enter(self._entry, change, held_long=held_long)
            return
        dice = self._dice()
        if dice is None:
            return
        play = self._feed.play
        count = play.counts[0 if held_long else -1]
        thrown = dice.roll(count, play.rules.dice.sides)
        evidence = Evidence(edges=change.edges, lasted=change.lasted if change.edges else None)
        self._feed.report(DiceRolled(change.at, thrown), evidence)

    def _enter(self, entry: DiceEntry, change: ContactChange, *, held_long: bool) -> None:
        """Count a die up by a short press, end it by a long one."""
        play = self._feed.play
        if not entry.begun and (not play.may_throw or play.put_back):
            self._feed.press_unanswered()
        elif not held_long:
            entry.count(play.rules.dice.sides)
        elif entry.begun:
            self._next_die(entry, change)

    def _next_die(self, entry: DiceEntry, change: ContactChange) -> None:
        thrown = entry.next_die(self._feed.play.counts)
        if thrown is not None:
            rolled = DiceRolled(change.at, thrown, typed=True)
            evidence = self._doubts.evidence_of_throw(rolled, self._feed.now)
            self._feed.report(rolled, evidence)

    def _report(self, button: Button, change: ContactChange) -> None:
        report = ButtonReport(BoxTime(change.at), button)
        self._feed.report(report, self._doubts.evidence_of_contact(change))
