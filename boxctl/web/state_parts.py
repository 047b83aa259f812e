"""The parts of a state: tiles, what can be done and is asked, rules, rulings, lost devices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypedDict

from boxctl.journal.entry_kinds import HouseGame
from boxctl.journal.evidence import SensorFault
from boxctl.journal.recorded_match import played_variant
from boxctl.presentation.game_names import summary_in_words
from boxctl.presentation.input_faults import sensor_fault, the_device
from boxctl.presentation.lamps import LampSigns
from boxctl.presentation.match_score import MatchScore, pool_in_words
from boxctl.presentation.notices import sensor_device
from boxctl.presentation.phrases import WRITTEN, capital, how_many_dice
from boxctl.presentation.rule_page.setup_sentences import when_one_die
from boxctl.presentation.sentences.menu import stake_in_words
from boxctl.presentation.table_view import Awaited, TableView
from boxctl.presentation.ways_to_play import robots_among
from boxctl.referee.payloads import Verdict
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import changed_from, with_settings
from boxctl.rules.tiles import NO_TILES, TileSet, numbers, tile
from boxctl.table.states import Activity
from boxctl.view.announcement import announcement_of
from boxctl.view.score_sheet import TurnStanding, turn_standing
from boxctl.web.reading import NO_SIGNS, TableReading
from boxctl.web.state import (
    FORMAT,
    ActionName,
    Direction,
    LampSign,
    LeverPosition,
    Phase,
    QuestionState,
    RulesState,
    RulingLine,
    TapsState,
    TileState,
    TonightState,
    Trouble,
)
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current, labelled, tr
from groundwork.limits import MOST_TILES


class SeenParts(TypedDict):
    """The fields of a state that follow from what was ruled, at a table and in a record alike."""

    format: Literal[1]
    language: str
    phase: Phase
    begun: bool
    over: bool
    moves: tuple[tuple[int, ...], ...]
    rounds: tuple[str, ...]
    totals: bool
    winners: tuple[str, ...]
    pool: str
    doubtful: bool


def seen_parts(rules: RuleSet, view: TableView, score: MatchScore, phase: Phase) -> SeenParts:
    """Return these fields; one that comes from the view and the score belongs here."""
    return SeenParts(
        format=FORMAT,
        language=current().code,
        phase=phase,
        begun=score.throws > 0,
        over=score.over,
        moves=tuple(numbers(move) for move in view.owed),
        rounds=score.rounds.columns,
        totals=rules.adds_up_rounds,
        winners=score.winners,
        pool=pool_in_words(rules, view.players, score),
        doubtful=bool(view.unverified),
    )


def live_tiles(reading: TableReading) -> tuple[TileState, ...]:
    """Return every tile of a box that is played."""
    view, hands = reading.view, reading.hands
    unknown = view.quarantined | (hands.blind if hands is not None else NO_TILES)
    if reading.question is not None:
        unknown |= tile(reading.question)
    may_move = NO_TILES
    for move in view.owed:
        may_move |= move
    back = view.back
    return tiles_of(
        reading.rules,
        reading.levers,
        reading.signs if reading.activity is not None else NO_SIGNS,
        unknown=unknown,
        moved=view.moved,
        may_move=may_move & ~view.moved,
        to_open=back.open & ~reading.levers,
        to_shut=back.shut & reading.levers,
    )


def tiles_of(
    rules: RuleSet,
    levers: TileSet,
    lamp_signs: LampSigns,
    *,
    unknown: TileSet = NO_TILES,
    moved: TileSet = NO_TILES,
    may_move: TileSet = NO_TILES,
    to_open: TileSet = NO_TILES,
    to_shut: TileSet = NO_TILES,
) -> tuple[TileState, ...]:
    """Return every tile of the box; each argument is a set of tiles."""
    return tuple(
        TileState(
            number,
            _position(number, levers, unknown),
            lamp=_lamp(number, lamp_signs),
            in_play=bool(rules.in_play & tile(number)),
            moved=bool(moved & tile(number)),
            may_move=bool(may_move & tile(number)),
            asked=_asked(number, to_open, to_shut),
        )
        for number in range(1, rules.tiles + 1)
    )


def _position(number: int, levers: TileSet, unknown: TileSet) -> LeverPosition:
    if unknown & tile(number):
        return "unknown"
    return "open" if levers & tile(number) else "shut"


def _lamp(number: int, lamp_signs: LampSigns) -> LampSign:
    bit = tile(number)
    if lamp_signs.steady & bit:
        return "on"
    if lamp_signs.slow & bit:
        return "slow"
    if lamp_signs.fast & bit:
        return "fast"
    return "in_turn" if lamp_signs.in_turn & bit else "off"


def _asked(number: int, to_open: TileSet, to_shut: TileSet) -> Direction:
    if to_open & tile(number):
        return "open"
    return "shut" if to_shut & tile(number) else ""


PHASE_OF: Mapping[Awaited, Phase] = {
    Awaited.DECIDING: "deciding",
    Awaited.THROW: "throw",
    Awaited.PLAY: "play",
    Awaited.WILL_DO: "will_do",
    Awaited.TURN_OVER: "turn_over",
    Awaited.MATCH_OVER: "match_over",
}


def phase_of(reading: TableReading) -> Phase:
    """Return the phase: the act that the table waits for."""
    match reading.activity:
        case None:
            return "dark"
        case Activity.JOURNAL_DOWN:
            return "stopped"
        case Activity.ASKING:
            return "asking"
        case Activity.WAITING_FOR_LEVERS:
            return "interrupted"
        case _:
            return PHASE_OF[reading.view.awaited]


def question_of(reading: TableReading) -> QuestionState | None:
    """Return the question about a sensor; None without one."""
    if reading.question is None:
        return None
    asked = reading.view.question
    return QuestionState(reading.question, asked is None or asked.where)


def possible_actions(reading: TableReading, *, begun: bool) -> Iterator[ActionName]:
    """Yield the acts that are possible now; ``begun``: a throw has been made in the match."""
    view, hands = reading.view, reading.hands
    by_itself = reading.player in robots_among(view.players) and not reading.over
    if reading.activity is None or (by_itself and reading.activity is Activity.JUDGING):
        return
    if hands is not None:
        yield "move"
        yield from _acts_of_hands(reading)
    elif reading.throw_awaited and reading.real_dice:
        yield "type_throw"
    asked = reading.activity in (Activity.ASKING, Activity.WAITING_FOR_LEVERS)
    stands = reading.activity is Activity.WAITING_FOR_LEVERS and view.may_declare
    waits = reading.activity is Activity.ASKING or stands
    if waits or view.awaited is Awaited.WILL_DO or view.entered:
        yield "confirm"
    if asked or reading.over or reading.resumed:
        yield "new"
    question = question_of(reading)
    # What stands on a page of a browser has no sensors, or those of its picture.
    senses = hands is None or hands.taps is None or (not hands.taps and question is not None)
    if senses and (not asked or (question is not None and not question.where)):
        yield "report"
    if begun and not senses:
        yield "overrule"
    if hands is None:
        yield "names"
        if reading.tonight is not None:
            yield "choose"
    elif reading.over or not begun or hands.taps is not None:
        # Where pages are all that a table has, a match is broken off on a page.
        yield "match"


def _acts_of_hands(reading: TableReading) -> Iterator[ActionName]:
    hands, view = reading.hands, reading.view
    assert hands is not None
    if view.back:
        yield "put_back"
    elif hands.tapped:
        yield "withdraw_throw"
    elif reading.throw_awaited and hands.real_dice:
        yield "type_throw"
    elif reading.throw_awaited and hands.throws and not hands.rolling:
        yield "throw"
        if len(reading.counts) > 1:
            yield "throw_one"
    if hands.to_undo is not None:
        yield "take_back"


def taps_of(reading: TableReading) -> TapsState | None:
    """Return the parts of a real box that people tap; None where they cannot."""
    hands = reading.hands
    if hands is None or hands.taps is None:
        return None
    waits = bool(hands.tapped)
    if waits or not (hands.taps and reading.throw_awaited) or reading.over or reading.view.back:
        return TapsState(hands.taps, waits=waits)
    wanted = tr("Throw {dice}.", dice=how_many_dice(reading.counts, WRITTEN))
    several = not reading.game.deciding_who_starts and min(reading.counts, default=1) > 1
    fewer = f"{when_one_die(reading.rules)} (R2.2)" if several else ""
    return TapsState(hands.taps, wanted=wanted, fewer=fewer)


def seats_of(reading: TableReading) -> tuple[str, ...]:
    """Return whom a phone can be: the players of this match and of the next, but no robots."""
    names = dict.fromkeys((*reading.view.players, *reading.next_players))
    robots = robots_among(names)
    return tuple(name for name in names if name not in robots)


def standing_of(reading: TableReading, made: Mapping[str, int]) -> TurnStanding | None:
    """Return how the turn stands; None without one. ``made`` are the scores of its round."""
    if reading.activity is None or reading.over or reading.game.deciding_who_starts:
        return None
    players = reading.view.players
    if reading.player not in players:
        return None
    return turn_standing(reading.rules, players, reading.player, reading.left, made)


def tonight_of(reading: TableReading) -> TonightState | None:
    """Return the game that is played next; None where nobody may choose it."""
    if reading.tonight is None:
        return None
    following = reading.tonight.following
    return TonightState(
        reading.tonight.choice,
        rules_state(following.variant, following.rules, following.house),
        stake_in_words(following.stake, WRITTEN),
    )


MOST_KEPT = 8


@frozen_dataclass
class PlayedGame:
    """The variant and the rules that are played, and what the house has written of it, if it has.

    The record of its match holds the same.
    """

    variant: str
    rules: RuleSet
    house: HouseGame | None = None

    @property
    def told(self) -> RulesState:
        """What the state has of it, as :func:`rules_state` returns it."""
        return rules_state(self.variant, self.rules, self.house)


def rules_state(name: str, rules: RuleSet, house: HouseGame | None) -> RulesState:
    """Return the rules as the state has them: the variant ``name`` with single settings changed.

    One that the ``house`` has written is told as it was when the match began, whatever its file
    says by now. In the language in use. Safe from any thread. Raises :class:`RuleFault` (BX201) for
    a name that no variant has.
    """
    return _rules_state(current().code, name, rules, house)


@lru_cache(maxsize=MOST_KEPT)
def _rules_state(_language: str, name: str, rules: RuleSet, house: HouseGame | None) -> RulesState:
    known = played_variant(name, house)
    changes = changed_from(with_settings(RuleSet(), known.settings.items()), rules)
    title, summary = known.told("title"), summary_in_words(known)
    return RulesState(name, title, summary, tuple(changes.items()))


def ruling_line(number: int, ruled: Mapping[str, Any]) -> RulingLine:
    """Return the ruling of this number, as ``boxctl referee`` writes it, as a line of the state."""
    said = announcement_of(ruled)
    return RulingLine(
        number=number,
        at=ruled["at"],
        verdict=Verdict(ruled["verdict"]),
        rule=ruled["rule"],
        player=ruled["player"],
        text=said.text,
        kind=said.kind,
    )


_TILE_OF = {sensor_device(tile): tile for tile in range(1, MOST_TILES + 1)}


def troubles_of(devices: Iterable[tuple[str, str]]) -> tuple[Trouble, ...]:
    """Return each device that does not answer, and why, in the language in use.

    The reason that a device gives is in the language of the box.
    """
    return tuple(Trouble(device, why, _in_words(device, why)) for device, why in devices)


def _in_words(device: str, why: str) -> str:
    if (tile := _TILE_OF.get(device)) is not None:
        fault = sensor_fault(SensorFault(why), WRITTEN)
        return capital(tr("the sensor of tile {number} {fault}", number=tile, fault=fault))
    return capital(labelled(the_device(device, WRITTEN), why))
