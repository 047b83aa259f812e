"""The gate for throws: from a roller that fits the match, or typed by people, on to the referee."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boxctl.presentation.notices import TypedThrowRefused
from boxctl.table.event_queue import DurableOutbox
from boxctl.table.interruption import Tell
from boxctl.table.referee_feed import RefereeFeed
from boxctl.table.sensors.doubts import TableDoubts
from boxctl.table.throws.dice_entry import DiceEntry, read_typed
from boxctl.table.throws.dice_fit import DiceFit, WhereRulesStand
from boxctl.table.throws.pairing import KnownRoller, Pairing
from groundwork.faults import Fault
from hardware.devices import (
    ROLLER,
    Box,
    ButtonDiceRefused,
    ButtonTyped,
    DeviceBack,
    DeviceLost,
    DiceRolled,
    RollerDice,
    ThrowTyped,
)

ThrowEvent = DiceRolled | ThrowTyped | DeviceLost | DeviceBack | ButtonDiceRefused
OtherEvent = ThrowEvent | ButtonTyped
"""What comes in beside edges."""

DeviceNotice = DeviceLost | DeviceBack


class RollerGate:
    """Lets the throws of one table through to its ``feed``, match after match. Not thread-safe.

    A throw passes if its roller has the dice of the match, and is the one that the match began
    with or one that people have confirmed. ``known`` is the roller of the box's newest match;
    where people cannot confirm another one (``can_confirm``), it is taken at once.
    ``has_thrown``: dice have been thrown in the match that is played. ``rules_stand`` returns
    where rules were asked for.
    """

    def __init__(
        self,
        box: Box,
        feed: RefereeFeed,
        doubts: TableDoubts,
        outbox: DurableOutbox,
        tell: Tell,
        known: KnownRoller | None,
        rules_stand: WhereRulesStand | None,
        *,
        can_confirm: bool,
        has_thrown: bool,
    ) -> None:
        self.entry = DiceEntry(tell) if box.dice_by_hand else None
        """The dice that people enter on the buttons of the box; None if they do not."""
        self._fit = DiceFit(feed.play.rules, box.tell_button_dice, rules_stand)
        self._pairing = Pairing(known, can_confirm=can_confirm)
        self._feed = feed
        self._doubts = doubts
        self._outbox = outbox
        self._tell = tell
        self._has_thrown = has_thrown

    @property
    def roller_dice(self) -> RollerDice | None:
        """The dice that the roller has told; None for one that tells nothing."""
        return self._fit.dice

    def take(self, event: ThrowEvent) -> None:
        """Take in an event of the dice, or of any device that is lost or back."""
        match event:
            case DiceRolled():
                self._rolled(event)
            case ThrowTyped():
                self._typed(event)
            case DeviceBack():
                in_match = self._has_thrown and not self._feed.play.over
                self._devices_changed(self._device_back(event, in_match=in_match))
            case DeviceLost():
                self._fit.device_lost(event.device)
                self._devices_changed([event])
            case ButtonDiceRefused():
                self._fit.count_refused()
                self._devices_changed(self._refused(self._feed.now))

    def forget_dropped(self) -> None:
        """Let rollers forget the throws that will never count."""
        for evidence in self._pairing.take_dropped():
            self._outbox.track(evidence)

    def confirm_roller(self) -> bool:
        """Go on with another roller, if people are asked to confirm it; return whether they are."""
        if not self._pairing.asks:
            return False
        back, throws = self._pairing.confirm(self._feed.now)
        self._devices_changed([back])
        for throw, evidence in throws:
            doubts = tuple(dict.fromkeys((*evidence.doubts, *self._pairing.doubts)))
            self._feed.report(throw, replace(evidence, doubts=doubts))
        return True

    def match_begins(self) -> None:
        """Pair the roller with the match that the feed has opened, and compare their dice."""
        self._has_thrown = False
        now, was_refused = self._feed.now, self._fit.misfit is not None
        self._fit.play_by(self._feed.play.rules)
        present = self._fit.present(now)
        if present is not None and (was_refused or self._fit.misfit is not None):
            self._devices_changed(self._device_back(present, in_match=False))
            return
        asked = self._pairing.asks
        back = self._pairing.match_begins()
        if back is None:
            return
        if asked:
            self._devices_changed([replace(back, at=now)])
        else:
            self._feed.record_device(replace(back, at=now))

    # Devices.

    def _device_back(self, event: DeviceBack, *, in_match: bool) -> list[DeviceNotice]:
        """Return the notices that take the place of this event.

        ``in_match``: dice have been thrown in the match, and it is not over.
        """
        was_refused = self._fit.misfit is not None
        if event.dice is None:
            if was_refused and event.device == ROLLER:
                return []
            return self._pairing.back(event, in_match=in_match)
        self._fit.roller_back(event)
        if refused := self._refused(event.at):
            # The levers of its board are as good as ever.
            levers = [] if event.device == ROLLER else [replace(event, board=None)]
            return [*levers, *refused]
        fits_now = was_refused and event.device != ROLLER
        dice = [DeviceBack(event.at, ROLLER, event.what)] if fits_now else []
        return [*dice, *self._pairing.back(event, in_match=in_match)]

    def _refused(self, now: int) -> list[DeviceNotice]:
        """Return the notice that the roller is not used, if it is not."""
        fault = self._fit.misfit
        if fault is None:
            return []
        self._pairing.roller_refused()
        return [_refusal(fault, now)]

    def _devices_changed(self, notices: Iterable[DeviceNotice]) -> None:
        for notice in notices:
            self._doubts.device_changed(notice)
            self._feed.record_device(notice)
            self._tell(notice)

    # Throws.

    def _typed(self, event: ThrowTyped) -> None:
        play = self._feed.play
        values = read_typed(event.text, play.rules.dice)
        if values is None:
            self._tell(TypedThrowRefused(tuple(play.counts), play.rules.dice.sides))
            return
        if self.entry is not None:
            self.entry.clear()
        self._rolled(DiceRolled(event.at, values, typed=True))

    def _rolled(self, event: DiceRolled) -> None:
        now = self._feed.now
        evidence = self._doubts.evidence_of_throw(event, now, self._pairing.doubts)
        # A throw without a number is of no roller.
        if event.series and (fault := self._fit.misfit) is not None:
            # It will never count, so the roller may forget it.
            self._outbox.track(evidence)
            self._tell(_refusal(fault, now))
            return
        self._has_thrown = True
        if not self._pairing.hold(event, evidence):
            self._feed.report(event, evidence)


def _refusal(fault: Fault, now: int) -> DeviceLost:
    return DeviceLost(now, ROLLER, str(fault), refused=True)
