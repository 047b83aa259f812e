"""The sentence of every notice. Pure."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.journal.faults import NOT_WRITTEN
from boxctl.presentation.input_faults import sensor_fault, the_device
from boxctl.presentation.menu_notices import (
    MenuClosed,
    MenuNotNow,
    MenuShown,
    PairingCounted,
    PairingNext,
    TonightChosen,
)
from boxctl.presentation.notices import (
    DiceCounted,
    DiceNotice,
    LeverPositionAsked,
    LeversNotMoved,
    MatchContinues,
    MatchInterrupted,
    NoSensorQuarantined,
    Notice,
    Reminder,
    SensorNotice,
    SensorQuarantined,
    SensorsTogether,
    SensorTrusted,
    SoloBest,
    StuckSensorAsked,
    TypedThrowRefused,
)
from boxctl.presentation.phrases import Style, how_many_dice, make_ready, put_back
from boxctl.presentation.sentences import controls as by
from boxctl.presentation.sentences.controls import Controls
from boxctl.presentation.sentences.menu import menu_sentence
from boxctl.presentation.sentences.throws import or_throw_again, throw_to_play
from boxctl.referee.game_so_far import GameState
from boxctl.referee.payloads import Action
from groundwork.language import tr
from hardware.devices import DeviceBack, DeviceLost


def notice_sentence(notice: Notice, style: Style, controls: Controls = Controls.BUTTONS) -> str:
    """Word a notice, for people who have these ``controls``.

    With a style for the ear, those about sensors and dice can be said aloud.
    """
    match notice:
        case DeviceLost(device="journal", why=why):
            text = tr(
                "play pauses, as nothing can be recorded ({why}): see that the journal is in its "
                "place and the disk has room, and play goes on by itself.",
                why=why,
            )
            return f"{NOT_WRITTEN}: {text}"
        case DeviceBack(device="journal"):
            return tr("the journal can be written again: play goes on.")
        case DeviceLost(device="key", why=why):
            goes_on = tr("Play goes on, and nothing that is recorded is signed.")
            return f"{why} {goes_on}"
        case DeviceBack(device="key"):
            return tr("the box's key can be used again: what is recorded is signed.")
        case DeviceLost(device=device, why=why, refused=True):
            named = the_device(device, style)
            return tr("{device} is not used: {why}", device=named, why=why)
        case DeviceLost(device=device, why=why):
            named = the_device(device, style)
            return tr("{device} does not answer: {why}", device=named, why=why)
        case DeviceBack(device=device, what=what):
            named = the_device(device, style)
            return tr("{device} answers: {what}", device=named, what=what)
        case MatchInterrupted() as interrupted:
            return _interrupted(interrupted, style, controls)
        case MatchContinues() as continues:
            return _continues(continues, style)
        case Reminder(stands=stands):
            return state_sentence(stands, style, controls)
        case SoloBest() as best:
            return solo_best(best, style.number, style)
        case DiceCounted() | TypedThrowRefused():
            return _about_dice(notice, style)
        case (
            MenuShown()
            | MenuClosed()
            | TonightChosen()
            | MenuNotNow()
            | PairingNext()
            | PairingCounted()
        ):
            return menu_sentence(notice, style, controls)
        case _:
            return _about_sensor(notice, style, controls)


def _about_dice(notice: DiceNotice, style: Style) -> str:
    match notice:
        case DiceCounted(dice=()):
            return tr("the dice are entered anew.")
        case DiceCounted(dice=dice):
            shown = " ".join("-" if value is None else style.number(value) for value in dice)
            return tr("the dice show {dice} so far.", dice=shown)
        case TypedThrowRefused(counts=counts, sides=sides):
            return tr(
                "that is no throw: type what {dice} with {sides} sides show, with spaces between.",
                dice=how_many_dice(counts, style),
                sides=style.number(sides),
            )


def solo_best(told: SoloBest, score: Callable[[int], str], style: Style) -> str:
    """Say what a solo player has to beat, or how a match compares; ``score`` words a score."""
    best = "" if told.best is None else score(told.best)
    made = "" if told.made is None else score(told.made)
    if told.made is None:
        return tr("your best on this box: {score}.", score=best) if best else ""
    if told.best is None:
        return tr("your first score on this box: {score} is the one to beat.", score=made)
    if told.is_new:
        return tr("a new best: {score}! Your best so far was {before}.", score=made, before=best)
    if told.made == told.best:
        return tr("as good as your best on this box: {score}.", score=made)
    return tr("your best on this box is still {score}.", score=best)


def _interrupted(notice: MatchInterrupted, style: Style, controls: Controls) -> str:
    player = style.name(notice.player)
    if notice.put_back and controls is not Controls.BUTTONS:
        text = tr(
            "the match was interrupted in {player}'s turn: {request} as it was.",
            player=player,
            request=put_back(notice.put_back, style),
        )
        return f"{text} {by.ways_on(controls, style, may_declare=notice.may_declare)}"
    if notice.put_back and not notice.may_declare:
        return tr(
            "the match was interrupted in {player}'s turn: {request} as it was, or press new for a "
            "new match. If the box does not see a tile as it is, hold confirm.",
            player=player,
            request=put_back(notice.put_back, style),
        )
    if notice.put_back:
        return tr(
            "the match was interrupted in {player}'s turn: {request} as it was, or press confirm "
            "if the levers stand as they should, or new for a new match.",
            player=player,
            request=put_back(notice.put_back, style),
        )
    goes_on = tr("the match goes on where it stood: it is {player}'s turn.", player=player)
    return _and_owed(goes_on, notice.stands, style)


def _continues(notice: MatchContinues, style: Style) -> str:
    player = style.name(notice.player)
    if notice.declared:
        goes_on = tr(
            "the levers are as they stand, by your word: the match goes on, it is {player}'s turn.",
            player=player,
        )
    else:
        goes_on = tr(
            "the levers are right: the match goes on, it is {player}'s turn.", player=player
        )
    return _and_owed(goes_on, notice.stands, style)


def state_sentence(stands: GameState, style: Style, controls: Controls = Controls.BUTTONS) -> str:
    """Say what has to be done next, without a capital."""
    player = style.name(stands.player)
    if stands.over:
        another = by.another_match(controls, style)
        return f"{tr('the match is over, {another}', another=another)}."
    if stands.put_back and stands.making_ready:
        ready = make_ready(stands.put_back, style)
        return tr("For {player}'s turn, {request}.", player=player, request=ready)
    if stands.put_back:
        return _and_owed(f"{put_back(stands.put_back, style)}.", stands, style)
    if stands.owed is not None:
        return _and_owed("", stands, style)
    counts = how_many_dice(stands.counts, style)
    return tr("{player} is to throw {dice}.", player=player, dice=counts)


def _and_owed(text: str, stands: GameState, style: Style) -> str:
    """Add the throw to be answered, if there is one."""
    owed = stands.owed
    if owed is None:
        return text
    action = Action.OPEN if stands.opens else Action.SHUT
    to_play = throw_to_play(owed.throw, owed.allowed, action, owed.opening_tile, style)
    again = or_throw_again() if owed.may_rethrow else ""
    return " ".join(filter(None, (text, to_play, again)))


def _about_sensor(notice: SensorNotice, style: Style, controls: Controls) -> str:
    match notice:
        case LeverPositionAsked() as asked:
            return _coded(by.how_does_it_stand(asked, controls, style), style)
        case StuckSensorAsked(number):
            return _coded(by.is_this_the_sensor(number, controls, style), style)
        case SensorQuarantined() as quarantined:
            return f"{_by_word(quarantined, style)} {by.say_when_moved(controls, style)}"
        case NoSensorQuarantined():
            return tr("no sensor is put in quarantine: play goes on.")
        case LeversNotMoved() as not_moved:
            still = by.still_to_do(not_moved, controls, style)
            return still if controls is Controls.BUTTONS else _coded(still, style)
        case SensorsTogether():
            return tr(
                "several tiles changed together: the box was moved or knocked, or something "
                "reaches all sensors at once. Then look at the supply, and at strong light."
            )
        case SensorTrusted(number, left_out=True):
            return tr(
                "the sensor of tile {number} does not matter now: it is played without this tile.",
                number=style.number(number),
            )
        case SensorTrusted(number):
            return tr(
                "the sensor of tile {number} works again and is believed.",
                number=style.number(number),
            )


def _coded(text: str, style: Style) -> str:
    return f"BX409: {text}" if style.coded else text


def _by_word(notice: SensorQuarantined, style: Style) -> str:
    number = style.number(notice.tile)
    fault = sensor_fault(notice.why, style)
    if notice.stands:
        return tr(
            "tile {number} stands open by your word, as its sensor {fault}: rulings are unverified "
            "until it works again.",
            number=number,
            fault=fault,
        )
    return tr(
        "tile {number} is shut by your word, as its sensor {fault}: rulings are unverified "
        "until it works again.",
        number=number,
        fault=fault,
    )
