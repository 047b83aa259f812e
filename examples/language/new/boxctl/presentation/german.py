"""German: the sentence of every ruling, its doubts, and the words on displays. Pure.

The tiles are flaps in German, and feminine: ``die 7``. Players are addressed as friends are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from boxctl.presentation.display.display_words import DisplayWords
from boxctl.presentation.english import ENGLISH
from boxctl.presentation.phrases import MOST_MOVES_NAMED, added_up, is_shown
from boxctl.referee.doubt import Doubt, DoubtReason
from boxctl.referee.payloads import (
    BoxShut,
    Committed,
    Disturbed,
    FirstThrow,
    MatchOver,
    Pending,
    Provisional,
    Ready,
    Refusal,
    Refused,
    Restored,
    RoundOver,
    TakenBack,
    ThrowAccepted,
    ThrowAgain,
    TurnOver,
    VoidThrow,
)
from boxctl.referee.put_back import PutBack
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import (
    Action,
    DisturbanceReason,
    NextStep,
    StartOutcome,
    TurnEnd,
    VoidReason,
)
from boxctl.rules.dice import Dice, can_show
from boxctl.rules.moves import Move
from boxctl.rules.tiles import TileSet, numbers, tile, total

_COUNTS = ("keinem Würfel", "einem Würfel", "zwei Würfeln", "drei Würfeln", "vier Würfeln")
_FLIPS = {Action.SHUT: "schließe", Action.OPEN: "öffne"}
_YOU_FLIP = {Action.SHUT: "schließt", Action.OPEN: "öffnest"}
_FLIPPED = {Action.SHUT: "geschlossen", Action.OPEN: "geöffnet"}


def sentence(ruling: Ruling) -> str:
    """Return one sentence or two that a person at the table understands."""
    player = ruling.player
    match ruling.payload:
        case Ready(counts, action):
            what = f" Du {_YOU_FLIP[action]}." if action is not None else ""
            return f"{player}, du bist dran: wirf mit {_counts(counts)}.{what}"
        case FirstThrow() as first:
            return _first_throw(player, first)
        case ThrowAccepted() as accepted:
            return _throw_accepted(accepted)
        case ThrowAgain(throw):
            return f"Auf {_dice(throw)} gibt es keinen Zug: wirf noch einmal."
        case VoidThrow() as void:
            return _void(void)
        case Pending(moves, tiles, thrown):
            rest = [Move(move.tiles & ~tiles, move.rule) for move in moves]
            so_far = f"Bisher {_tiles(tiles)} für {_dice(thrown)}"
            return f"{so_far}: es fehlt {_choices(rest)}."
        case Provisional() as provisional:
            return _provisional(provisional)
        case TakenBack(moves, tiles, number, action):
            taken = f"Die {number} ist zurückgenommen"
            if tiles:
                return f"{taken}, bisher {_tiles(tiles)}."
            return f"{taken}: {_FLIPS[action]} {_choices(moves)}."
        case Committed(throw, tiles, action):
            verb = "ist" if tiles.bit_count() == 1 else "sind"
            return f"{_upper(_tiles(tiles))} {verb} für {_dice(throw)} {_FLIPPED[action]}."
        case Refused() as refused:
            return f"{_why_refused(refused.refusal)}: {_put_back(refused.put_back)}."
        case Disturbed() as disturbed:
            return _disturbed(player, disturbed)
        case Restored() as restored:
            return f"Alles steht richtig: {_next_step(restored)}."
        case BoxShut(action):
            return f"{player} hat die Box {_FLIPPED[action]}!"
        case TurnOver() as over:
            return _turn_over(player, over)
        case RoundOver() as over:
            return _round_over(over)
        case MatchOver() as over:
            return _match_over(over)


# Throws.


def _first_throw(player: str, first: FirstThrow) -> str:
    thrown, one = f"{player} wirft {first.throw[0]}", first.named[0]
    match first.outcome:
        case StartOutcome.STARTS:
            return f"{thrown}: {one} beginnt mit {first.highest}."
        case StartOutcome.TIE:
            tied = f"{_listed(first.named)} haben beide {first.highest}"
            return f"{thrown}. {tied}: {one} wirft noch einmal."
        case StartOutcome.NEXT:
            return f"{thrown}. Als Nächstes wirft {one}."


def _throw_accepted(accepted: ThrowAccepted) -> str:
    thrown = _dice(accepted.throw)
    if len(accepted.throw) > 1:
        thrown += f", zusammen {sum(accepted.throw)}"
    opening = accepted.opening_tile
    asked = f" Der erste Zug muss die {opening} schließen." if opening is not None else ""
    return f"Du hast {thrown}: {_FLIPS[accepted.action]} {_choices(accepted.moves)}.{asked}"


def _void(void: VoidThrow) -> str:
    match void.void_reason:
        case VoidReason.DICE_COUNT:
            thrown, right = _counts((len(void.throw),)), _counts(void.dice_counts or ())
            return f"Du hast mit {thrown} geworfen, richtig ist mit {right}: wirf noch einmal."
        case VoidReason.UNREADABLE:
            return f"Der Wurf zählt nicht, {_unreadable(void)}: wirf noch einmal."
        case _:
            return f"Der Wurf {_dice(void.throw)} zählt nicht: {_why_not_now(void)}."


def _unreadable(void: VoidThrow) -> str:
    box = Dice(1, void.sides or 0)
    for value in void.throw:
        if is_shown(value) and not can_show(box, value):
            return f"ein Würfel mit {box.sides} Seiten zeigt keine {value}"
    return "ein Würfel war nicht zu lesen"


def _why_not_now(void: VoidThrow) -> str:
    needed = void.needed or PutBack()
    match void.void_reason:
        case VoidReason.MATCH_OVER:
            return "das Spiel ist vorbei, drücke Neu für ein weiteres"
        case VoidReason.BOX_NOT_READY:
            return f"die Box ist nicht bereit, {_make_ready(needed)}"
        case VoidReason.PUT_BACK_FIRST:
            return f"erst {_put_back(needed)}"
        case VoidReason.CONFIRM_FIRST:
            return "ein Zug hat nur einen Wurf, bestätige erst"
        case _:
            return f"dein Wurf {_dice(void.thrown or ())} ist noch nicht gespielt"


# Levers.


def _provisional(provisional: Provisional) -> str:
    one, larger = provisional.tiles.bit_count() == 1, len(provisional.moves) > 1
    ways = ["wirf wieder"] if provisional.throw_commits else []
    ways.append("bestätige")
    if provisional.settles:
        ways.append("warte")
    ways.append("nimm noch etwas dazu" if larger else "nimm sie zurück")
    genuegt = "genügt" if one else "genügen"
    return f"{_upper(_tiles(provisional.tiles))} {genuegt}: {_listed(ways, 'oder')}."


def _why_refused(refusal: Refusal | None) -> str:
    if refusal is None:
        return "Noch nicht alles richtig"
    moved, opening = refusal.moved, refusal.opening_tile
    if opening is not None and not moved & tile(opening):
        return f"Der erste Zug muss die {opening} schließen"
    made, thrown = total(moved), sum(refusal.thrown)
    if refusal.combine in ("sum", "sum_or_difference") and made > thrown:
        return f"{added_up(moved)} ist mehr als die {thrown}, die du geworfen hast"
    allowed = f"erlaubt ist {_choices(refusal.allowed)}"
    return f"{added_up(moved)} führt zu keinem Zug für {_dice(refusal.thrown)}, {allowed}"


def _disturbed(player: str, disturbed: Disturbed) -> str:
    number = disturbed.tiles.bit_length()
    back = _put_back(disturbed.put_back)
    match disturbed.disturbance_reason:
        case DisturbanceReason.BEFORE_TURN:
            return f"Bevor {player} dran ist: {_make_ready(disturbed.put_back)}."
        case DisturbanceReason.COMMITTED:
            return f"Die {number} gehört zu einem Zug, der steht: {back}."
        case DisturbanceReason.MAY_NOT_GO_BACK:
            return f"Die {number} darf nicht zurückgenommen werden: {back}."
        case DisturbanceReason.NOT_IN_PLAY:
            return f"Die {number} spielt nicht mit: {back}."
        case DisturbanceReason.NOT_YOURS:
            return f"Die {number} ist nicht dein Zug: {back}."
        case DisturbanceReason.THROW_FIRST:
            return f"Wirf zuerst: {back}."
        case DisturbanceReason.REFUSED | DisturbanceReason.NOT_RIGHT_YET:
            return f"{_why_refused(disturbed.refusal)}: {back}."


def _next_step(restored: Restored) -> str:
    match restored.next_step:
        case NextStep.THROW:
            return f"wirf mit {_counts(restored.dice_counts or ())}"
        case NextStep.MOVE_STANDS:
            return "dein Zug gilt"
        case NextStep.ANSWER:
            return f"dein Wurf {_dice(restored.thrown or ())} ist noch nicht gespielt"


# Endings.


def _turn_over(player: str, over: TurnOver) -> str:
    why = _why_over(over)
    if over.following is not None and over.takes_box:
        return f"{why} {over.following} übernimmt die Box, wie sie steht."
    text = f"{why} {player} hat {over.score}.".lstrip()
    if over.following is not None and over.put_back:
        text += f" Mach die Box für {over.following} bereit: {_make_ready(over.put_back)}."
    return text


def _why_over(over: TurnOver) -> str:
    throw = over.throw or ()
    match over.turn_end:
        case TurnEnd.STOP_NUMBER:
            ended = "Spiel" if over.stops == "match" else "Zug"
            return f"Die {sum(throw)} beendet das {ended}."
        case TurnEnd.OPENING_LOST:
            return f"{_upper(_dice(throw))} schließt die {over.opening_tile} nicht: verloren."
        case TurnEnd.NO_MOVE:
            return f"Auf {_dice(throw)} gibt es keinen Zug."
        case TurnEnd.ONE_THROW:
            return "Ein Zug hat nur einen Wurf."
        case TurnEnd.SHUT:
            return ""


def _round_over(over: RoundOver) -> str:
    scores = over.totals if over.added_up else over.scores
    written = ", ".join(f"{player} {score}" for player, score in scores.items())
    text = f"Die Runde ist vorbei{'. Summen' if over.added_up else ''}: {written}."
    if over.out:
        text += f" {_listed(over.out)} {'ist' if len(over.out) == 1 else 'sind'} ausgeschieden."
    if over.tied:
        text += f" {_listed(over.tied)} sind gleichauf und spielen jeder noch einen Zug."
    return text


def _match_over(over: MatchOver) -> str:
    winners = _listed(over.winners)
    if len(over.payout) == 1:
        return f"Das Spiel ist vorbei: {winners} hat {over.scores[over.winners[0]]}."
    text = f"{winners} {'gewinnt' if len(over.winners) == 1 else 'teilen sich den Gewinn'}."
    money = ", ".join(f"{player} {amount:+d}" for player, amount in over.payout.items() if amount)
    return f"{text} Ausgezahlt: {money}." if money else text


# Phrases.


def _listed(words: Iterable[str], last: str = "und") -> str:
    written = list(words)
    if len(written) < 2:
        return "".join(written)
    return f"{', '.join(written[:-1])} {last} {written[-1]}"


def _tiles(tiles: TileSet) -> str:
    return _listed(f"die {number}" for number in numbers(tiles))


def _put_back(back: PutBack) -> str:
    up = f"stell {_tiles(back.open)} wieder auf" if back.open else ""
    down = f"klapp {_tiles(back.shut)} wieder um" if back.shut else ""
    return " und ".join(part for part in (up, down) if part)


def _make_ready(back: PutBack) -> str:
    up = f"stell {_tiles(back.open)} auf" if back.open else ""
    down = f"klapp {_tiles(back.shut)} um" if back.shut else ""
    return " und ".join(part for part in (up, down) if part)


def _dice(throw: Sequence[object]) -> str:
    return _listed(str(value) if is_shown(value) else "?" for value in throw) if throw else "?"


def _counts(counts: Sequence[int]) -> str:
    return " oder ".join(
        _COUNTS[count] if count < len(_COUNTS) else f"{count} Würfeln" for count in counts
    )


def _choices(moves: Sequence[Move]) -> str:
    simplest = sorted(moves, key=lambda move: (move.tiles.bit_count(), -move.tiles))
    written = [added_up(move.tiles) for move in simplest]
    if len(written) > MOST_MOVES_NAMED:
        return f"{', '.join(written[:MOST_MOVES_NAMED])} … ({len(written)} Möglichkeiten)"
    return _listed(written, "oder")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# Doubts.


def doubt(why: Doubt) -> str:
    """Say why a ruling is not to be relied on, as a clause."""
    match why.reason:
        case DoubtReason.DEVICE_LOST:
            return f"keine Antwort: {why.source}"
        case DoubtReason.SENSOR_QUARANTINED:
            return f"{_contact(why)} ist in Quarantäne"
        case DoubtReason.NOT_SHOWN:
            return f"{_contact(why)} hat das nicht gezeigt"
        case DoubtReason.CHATTERED:
            seconds = f"{why.lasted / 1_000_000:.1f}".replace(".", ",")
            return f"{_contact(why)} hat {seconds} s lang geprellt"
        case DoubtReason.TIME_UNKNOWN:
            return f"{_contact(why)} hat nicht gemeldet, wann sich etwas änderte"
        case DoubtReason.UNOBSERVED:
            return f"unbeobachtet kann die {why.source} bewegt worden sein, hin und zurück"
        case DoubtReason.THROWN_UNHEARD:
            return "gewürfelt wurde, als keine Verbindung bestand"
        case DoubtReason.HOST_SLEPT:
            seconds = f"{why.lasted / 1_000_000:.1f}".replace(".", ",")
            return f"der Wurf kann {seconds} s alt sein, denn der Rechner hat geschlafen"
        case DoubtReason.OTHER_ROLLER:
            return "der Wurf kam von einem anderen Würfelgerät als am Anfang"
        case DoubtReason.DECLARED:
            return "nach einer Unterbrechung so bestätigt"
        case DoubtReason.IN_WORDS:
            return str(why.source)


def mark(doubts: Iterable[str]) -> str:
    """Mark a ruling with these doubts, behind its sentence; empty if there is none."""
    reasons = "; ".join(doubts)
    return f" (ungeprüft: {reasons})" if reasons else ""


def _contact(why: Doubt) -> str:
    if isinstance(why.source, int):
        return f"der Sensor der {why.source}"
    return f"der Knopf {why.source}"


def _to_begin(back: PutBack) -> str:
    return f"zum Beginn: {_make_ready(back)}" if back else "die Box ist bereit"


def _display() -> DisplayWords:
    # Loaded when there is a display.
    from boxctl.presentation.german_display import GERMAN_DISPLAY

    return GERMAN_DISPLAY


GERMAN = replace(
    ENGLISH, ruling=sentence, doubt=doubt, mark=mark, to_begin=_to_begin, display=_display
)
"""Notices, speech and what is told of a record are still English: fields that are not replaced."""
