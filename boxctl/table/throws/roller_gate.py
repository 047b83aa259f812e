"""The gate for throws: from a roller that fits the match, or typed by people, on to the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from boxctl.presentation.notices import TypedThrowRefused
from boxctl.rules.ruleset import Dice, RuleSet, dice_in_words
from boxctl.table.event_queue import DurableOutbox
from boxctl.table.interruption import Tell
from boxctl.table.referee_feed import RefereeFeed
from boxctl.table.sensors.doubts import TableDoubts
from boxctl.table.throws.dice_entry import DiceEntry, read_typed
from boxctl.table.throws.pairing import KnownRoller, Pairing
from groundwork.faults import Fault
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.devices import (
    ROLLER,
    Box,
    ButtonDiceRefused,
    ButtonTyped,
    DeviceBack,
    DeviceLost,
    DiceRolled,
    RollerDice,
    TellButtonDice,
    ThrowTyped,
)

WhereRulesStand = Callable[[RuleSet], str]
"""Returns for people where these rules were asked for, such as a line of box.toml; may be empty."""


class DiceFit:
    """Compares the roller of one table with its match. Not thread-safe.

    One that has other dice is not used: no throw of it is judged, and people are told of both, and
    what to do.
    ``tell_button_dice`` tells a roller with too many dice how many to throw.
    """

    def __init__(
        self,
        rules: RuleSet,
        tell_button_dice: TellButtonDice,
        rules_stand: WhereRulesStand | None,
    ) -> None:
        self._rules = rules
        self._tell_button_dice = tell_button_dice
        self._rules_stand = rules_stand
        self._told: int | None = None
        self._roller: DeviceBack | None = None
        self._cannot_be_told = False
        self._is_there = False

    @property
    def dice(self) -> RollerDice | None:
        """The dice that the roller has told; None while none has."""
        return None if self._roller is None else self._roller.dice

    @property
    def misfit(self) -> Fault | None:
        """The reason why the roller is not used (BX521); None if it is, or is not known."""
        dice = self.dice
        if dice is None:
            return None
        told_how_many = not self._cannot_be_told
        return misfit(dice, self._rules, self._rules_stand, told_how_many=told_how_many)

    def roller_back(self, event: DeviceBack) -> None:
        """Note that a roller answers that tells its dice."""
        self._roller = event
        self._cannot_be_told = False
        self._is_there = True
        self._tell_count()

    def device_lost(self, device: str) -> None:
        """Note that a device is lost, which may be the roller."""
        if self._roller is not None and self._roller.device == device:
            self._is_there = False

    def count_refused(self) -> None:
        """Note that the roller cannot be told how many dice to throw."""
        self._cannot_be_told = True

    def play_by(self, rules: RuleSet) -> None:
        """Compare with the dice of these rules from now on."""
        self._rules = rules
        self._tell_count()

    def present(self, now: int) -> DeviceBack | None:
        """Return the roller's event of being there, dated ``now``; None if it does not answer."""
        if self._roller is None or not self._is_there:
            return None
        return replace(self._roller, at=now)

    def _tell_count(self) -> None:
        """Tell the roller how many dice to throw, unless it does so by itself."""
        dice = self.dice
        wanted = self._rules.dice.count
        if dice is None or not dice.throws or dice.count < wanted:
            return
        if self._told is None and dice.count == wanted:
            return
        if self._told != wanted:
            self._told = wanted
            self._tell_button_dice(wanted)


def misfit(
    dice: RollerDice,
    rules: RuleSet,
    rules_stand: WhereRulesStand | None,
    *,
    told_how_many: bool = True,
) -> Fault | None:
    """Return why a roller with these dice is not used for these rules (BX521); None if it is.

    One with too many dice is, if it can be ``told_how_many`` to throw.
    """
    wanted = rules.dice
    if dice.sides != wanted.sides or dice.count < wanted.count:
        return _other_dice(dice, wanted, _where(rules, rules_stand))
    if dice.count > wanted.count and not told_how_many:
        return _too_many(dice, wanted, _where(rules, rules_stand))
    return None


def _where(rules: RuleSet, rules_stand: WhereRulesStand | None) -> str:
    where = "" if rules_stand is None else rules_stand(rules)
    return f" ({where})" if where else ""


def _other_dice(has: RollerDice, wanted: Dice, where: str) -> Fault:
    return Fault(
        "BX521",
        tr(
            "the roller has {has}, but the match is played with {wanted}{where}; plug in a "
            "roller that has such dice, or choose a variant that is played with the roller's",
            has=dice_in_words(has.count, has.sides),
            wanted=dice_in_words(wanted.count, wanted.sides),
            where=where,
        ),
    )


def _too_many(has: RollerDice, wanted: Dice, where: str) -> Fault:
    return Fault(
        "BX521",
        tr(
            "the roller throws {has}, but the match is played with {wanted}{where}, and its "
            "firmware is too old to be told so; flash the firmware anew (boxctl firmware "
            "flash), or choose a variant that is played with the roller's dice",
            has=dice_in_words(has.count, has.sides),
            wanted=dice_in_words(wanted.count, wanted.sides),
            where=where,
        ),
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
        """Return the notices to give instead of this event.

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


def place_of_dice(box_file: BoxFile) -> str:
    """Return ``box.toml:5: rules.variant = "twenty-twelve"``, or the key that sets the dice.

    Without the line if the file has changed since, so that it cannot be read any more.
    """
    rules = box_file.rules
    key: tuple[str, ...] = ("rules", "variant")
    value = rules.variant
    for setting, text in rules.settings:
        if setting == "dice":
            key, value = ("rules", "set", "dice"), text
    line = None
    import tomllib

    from groundwork.toml.lines import key_lines

    with suppress(OSError, ValueError):
        text = box_file.path.read_text(encoding="utf-8-sig")
        tomllib.loads(text)
        lines = key_lines(text)
        line = next((lines[key[:end]] for end in (3, 2, 1) if key[:end] in lines), None)
    number = "" if line is None else f":{line}"
    return f'{box_file.path}{number}: {".".join(key)} = "{value}"'
