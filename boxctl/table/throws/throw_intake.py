"""Take in throws, those of real dice that people enter, and the news of devices.

Real dice are entered with the buttons of the box: one press for each pip.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from boxctl.presentation.notices import DiceCounted, TypedThrowRefused
from boxctl.rules.dice import Dice, Throw
from boxctl.table.durable_outbox import DurableOutbox
from boxctl.table.interruption import Tell
from boxctl.table.referee_feed import RefereeFeed
from boxctl.table.sensors.doubts import TableDoubts
from boxctl.table.throws.roller_fit import DeviceNotice, TableRoller
from hardware.devices import (
    ButtonDiceRefused,
    ButtonTyped,
    DeviceBack,
    DeviceLost,
    DiceRolled,
    ThrowTyped,
)


class DiceEntry:
    """A throw that people enter die by die; ``tell`` shows them the dice so far. Not thread-safe.

    Until its last die is entered, nothing of it is recorded, and it can be begun anew.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._done: list[int] = []
        self._counted = 0

    @property
    def begun(self) -> bool:
        """Whether something of a throw is entered."""
        return bool(self._done or self._counted)

    def count(self, sides: int) -> None:
        """Count the die up by one; after the last of its ``sides`` comes 1."""
        self._counted = self._counted % sides + 1
        self._tell(DiceCounted((*self._done, self._counted)))

    def next_die(self, counts: Sequence[int]) -> Throw | None:
        """End this die; return the throw if that was its last, of any of these ``counts``.

        Where fewer dice may be thrown, the throw ends if the next die is ended before it is begun.
        """
        if self._counted:
            self._done.append(self._counted)
            self._counted = 0
            complete = len(self._done) >= counts[-1]
        else:
            complete = len(self._done) in counts
        if not complete:
            self._tell(DiceCounted((*self._done, None)))
            return None
        throw = tuple(self._done)
        self.clear()
        return throw

    def begin_anew(self) -> None:
        """Drop what is entered, and tell people."""
        self.clear()
        self._tell(DiceCounted(()))

    def clear(self) -> None:
        """Drop what is entered."""
        self._done.clear()
        self._counted = 0


def read_typed(text: str, dice: Dice) -> Throw | None:
    """Read what the dice show: ``3 4``, ``3,4``, ``3+4``, or ``34`` where a digit is enough.

    None unless these dice can show it, all of them or some. The referee decides how many may be
    thrown (R2.3).
    """
    words = text.replace(",", " ").replace("+", " ").split()
    if len(words) == 1 and dice.sides < 10:
        words = list(words[0])
    if not 1 <= len(words) <= dice.count or not all(map(_is_number, words)):
        return None
    values = tuple(map(int, words))
    return values if all(1 <= value <= dice.sides for value in values) else None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 3


ThrowEvent = DiceRolled | ThrowTyped | DeviceLost | DeviceBack | ButtonDiceRefused
OtherEvent = ThrowEvent | ButtonTyped
"""What comes in beside edges."""


class ThrowIntake:
    """The throws of one table, up to the queue of its feed. Not thread-safe.

    ``entry`` is what people enter on buttons, None if they cannot; a throw that is typed replaces
    it. ``has_thrown``: dice have been thrown in the match that is played.
    """

    def __init__(
        self,
        roller: TableRoller,
        feed: RefereeFeed,
        doubts: TableDoubts,
        outbox: DurableOutbox,
        tell: Tell,
        entry: DiceEntry | None,
        *,
        has_thrown: bool,
    ) -> None:
        self._roller = roller
        self._feed = feed
        self._doubts = doubts
        self._outbox = outbox
        self._tell = tell
        self._entry = entry
        self._has_thrown = has_thrown

    def take(self, event: ThrowEvent) -> None:
        """Take in an event of the dice, or of any device that is lost or back."""
        match event:
            case DiceRolled():
                self._rolled(event)
            case ThrowTyped():
                self._typed(event)
            case DeviceBack():
                in_match = self._has_thrown and not self._feed.play.over
                self._devices_changed(self._roller.device_back(event, in_match=in_match))
            case DeviceLost():
                self._roller.device_lost(event.device)
                self._devices_changed([event])
            case ButtonDiceRefused():
                self._devices_changed(self._roller.button_dice_refused(self._feed.now))

    def forget_dropped(self) -> None:
        """Let rollers forget the throws that will never count."""
        for evidence in self._roller.pairing.take_dropped():
            self._outbox.track(evidence)

    def confirm_roller(self) -> bool:
        """Go on with another roller, if people are asked to confirm it; return whether they are."""
        pairing = self._roller.pairing
        if not pairing.asks:
            return False
        back, throws = pairing.confirm(self._feed.now)
        self._devices_changed([back])
        for throw, evidence in throws:
            doubts = tuple(dict.fromkeys((*evidence.doubts, *pairing.doubts)))
            self._feed.report(throw, replace(evidence, doubts=doubts))
        return True

    def match_begins(self) -> None:
        """Pair the roller with the match that the feed has opened, and compare their dice."""
        self._has_thrown = False
        rules = self._feed.play.rules
        notices, back = self._roller.match_begins(rules, self._feed.now)
        self._devices_changed(notices)
        if back is not None:
            self._feed.record_device(back)

    def _typed(self, event: ThrowTyped) -> None:
        play = self._feed.play
        values = read_typed(event.text, play.rules.dice)
        if values is None:
            self._tell(TypedThrowRefused(tuple(play.counts), play.rules.dice.sides))
            return
        if self._entry is not None:
            self._entry.clear()
        self._rolled(DiceRolled(event.at, values, typed=True))

    def _rolled(self, event: DiceRolled) -> None:
        now, doubts = self._feed.now, self._roller.pairing.doubts
        evidence = self._doubts.evidence_of_throw(event, now, doubts)
        if (refused := self._roller.refusal(event, now)) is not None:
            # It will never count, so the roller may forget it.
            self._outbox.track(evidence)
            self._tell(refused)
            return
        self._has_thrown = True
        if not self._roller.hold(event, evidence):
            self._feed.report(event, evidence)

    def _devices_changed(self, notices: Iterable[DeviceNotice]) -> None:
        for notice in notices:
            self._doubts.device_changed(notice)
            self._feed.record_device(notice)
            self._tell(notice)
