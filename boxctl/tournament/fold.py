"""The fold: a tournament and an event give the next state, or a fault that says why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boxctl.referee.players import MOST_HANDICAP, check_names
from boxctl.tournament.draw import by_lot, draw, is_over
from boxctl.tournament.events import (
    FEWEST,
    MOST,
    Begun,
    DecidedBy,
    DrawTakenBack,
    Event,
    Joined,
    PairingDecided,
    PairingStarted,
    Presence,
    PresenceChanged,
    ResultCorrected,
    RoundDrawn,
    System,
)
from boxctl.tournament.faults import (
    drawn_otherwise,
    nobody_called,
    not_to_be_corrected,
    not_to_be_decided,
    not_to_be_drawn,
    too_late,
    wrong_beginning,
)
from boxctl.tournament.state import Correction, Entrant, PairingResult, RoundPairing, Tournament
from groundwork.language import tr


def begin(begun: Begun) -> Tournament:
    """Begin a tournament. Raises :class:`TournamentFault` (BX810), or BX206 for names alike."""
    check_names(begun.names)
    count = len(begun.names)
    if not FEWEST <= count <= MOST:
        raise wrong_beginning(
            tr("a tournament of {count} names", count=count),
            tr("name {fewest} to {most}", fewest=FEWEST, most=MOST),
        )
    if not begun.boxes or len(set(begun.boxes)) < len(begun.boxes):
        raise wrong_beginning(
            tr("a box without a name of its own"), tr("give each box a name, and each once")
        )
    most = count - 1 + count % 2
    if begun.system is System.SWISS and not 1 <= begun.rounds <= most:
        raise wrong_beginning(
            tr("rounds = {rounds} with {count} names", rounds=begun.rounds, count=count),
            tr("a Swiss tournament of so many has 1 to {most}: after that all have met", most=most),
        )
    for name, handicap in begun.handicap.items():
        if name not in begun.names:
            raise nobody_called(name)
        _check_handicap(name, handicap)
    return Tournament(
        begun,
        tuple(
            Entrant(name, begun.handicap.get(name, 0)) for name in by_lot(begun.names, begun.seed)
        ),
    )


def fold(begun: Begun, events: Iterable[Event]) -> Tournament:
    """Return the tournament after all these events. Raises :class:`TournamentFault`."""
    cup = begin(begun)
    for event in events:
        cup = after(cup, event)
    return cup


def after(cup: Tournament, event: Event) -> Tournament:
    """Return the tournament after this event. Raises :class:`TournamentFault` if it cannot be."""
    match event:
        case Joined():
            return _join(cup, event)
        case PresenceChanged():
            return _change_presence(cup, event)
        case RoundDrawn():
            return _draw(cup, event)
        case DrawTakenBack():
            return _take_back(cup, event)
        case PairingStarted():
            return _start(cup, event)
        case PairingDecided():
            return _decide(cup, event)
        case ResultCorrected():
            return _correct(cup, event)
        case Begun():
            raise wrong_beginning(tr("a tournament begins twice"), tr("begin another one"))


def _check_handicap(name: str, handicap: int) -> None:
    if not 0 <= handicap <= MOST_HANDICAP:
        raise wrong_beginning(
            tr("{name} with a handicap of {handicap}", name=name, handicap=handicap),
            tr("it may be a whole number from 0 to {most}", most=MOST_HANDICAP),
        )


def _join(cup: Tournament, joined: Joined) -> Tournament:
    check_names([*cup.number_of, joined.name])
    _check_handicap(joined.name, joined.handicap)
    if len(cup.entrants) >= MOST:
        raise too_late(
            tr("there are {most} names already", most=MOST),
            tr("no more can play in a tournament"),
        )
    if cup.system is System.KNOCKOUT and cup.round:
        raise too_late(
            tr("the first round of the knockout is drawn, so {name} has no place in it",
               name=joined.name),
            tr("while nothing of it is played, boxctl tournament redraw takes it back; then {name}"
               " can join", name=joined.name),
        )  # fmt: skip
    if cup.round and _has_no_round_left(cup):
        raise too_late(
            tr("no round is left for {name}", name=joined.name),
            tr("begin another tournament, or play a match beside it"),
        )
    entrant = Entrant(joined.name, joined.handicap, joined=cup.round)
    return replace(cup, entrants=(*cup.entrants, entrant))


def _has_no_round_left(cup: Tournament) -> bool:
    if cup.system is System.SWISS:
        return cup.round >= cup.begun.rounds
    return is_over(cup)


def _change_presence(cup: Tournament, changed: PresenceChanged) -> Tournament:
    entrant = cup.entrant(changed.name)
    if entrant.withdrawn:
        raise too_late(
            tr("{name} has withdrawn", name=entrant.name),
            tr("who has withdrawn plays no more in this tournament"),
        )
    here = changed.presence is Presence.BACK
    if entrant.here is here and changed.presence is not Presence.WITHDRAWN:
        raise too_late(
            tr("{name} is here", name=entrant.name) if here
            else tr("{name} is away", name=entrant.name),
            tr("nothing has to be said"),
        )  # fmt: skip
    withdrawn = changed.presence is Presence.WITHDRAWN
    number = cup.number_of[entrant.name]
    now = replace(entrant, here=here, withdrawn=withdrawn)
    entrants = (*cup.entrants[:number], now, *cup.entrants[number + 1 :])
    return _with_walkovers(replace(cup, entrants=entrants))


def _with_walkovers(cup: Tournament) -> Tournament:
    """Decide the open pairings of those who have withdrawn: whoever they meet has won."""
    gone = {entrant.name for entrant in cup.entrants if entrant.withdrawn}
    return replace(cup, pairings=tuple(_without(pairing, gone) for pairing in cup.pairings))


def _without(pairing: RoundPairing, gone: set[str]) -> RoundPairing:
    if not pairing.is_open or gone.isdisjoint(pairing.names):
        return pairing
    left = [name for name in pairing.names if name not in gone]
    return replace(pairing, result=PairingResult(left[0] if left else None, DecidedBy.WALKOVER))


def _draw(cup: Tournament, drawn: RoundDrawn) -> Tournament:
    if drawn.round != cup.round + 1 or drawn.pairings != draw(cup):
        raise drawn_otherwise(drawn.round)
    new = tuple(
        RoundPairing(number, drawn.round, each.box, each.one, each.other)
        for number, each in enumerate(drawn.pairings, start=len(cup.pairings) + 1)
    )
    return _with_walkovers(replace(cup, pairings=(*cup.pairings, *new), round=drawn.round))


def _take_back(cup: Tournament, taken_back: DrawTakenBack) -> Tournament:
    if cup.round == 0 or taken_back.round != cup.round:
        raise not_to_be_drawn(
            tr("round {round} is not the last that is drawn", round=taken_back.round),
            tr("only the last round can be drawn anew"),
        )
    last = list(cup.of_round(cup.round))
    touched = next((each for each in last if each.started is not None or each.was_played), None)
    if touched is not None:
        raise not_to_be_drawn(
            tr("pairing {number} of round {round} has been begun", number=touched.number,
               round=cup.round),
            tr("a round of which something is played stands"),
        )  # fmt: skip
    kept = tuple(each for each in cup.pairings if each.round < cup.round)
    return replace(cup, pairings=kept, round=cup.round - 1)


def _with(cup: Tournament, pairing: RoundPairing) -> Tournament:
    place = pairing.number - 1
    return replace(cup, pairings=(*cup.pairings[:place], pairing, *cup.pairings[place + 1 :]))


def _start(cup: Tournament, started: PairingStarted) -> Tournament:
    pairing = _open_pairing(cup, started.pairing)
    return _with(cup, replace(pairing, started=started.after))


def _open_pairing(cup: Tournament, number: int) -> RoundPairing:
    pairing = cup.pairing(number)
    if pairing.is_bye:
        raise not_to_be_decided(
            tr("pairing {number} is a bye", number=number), tr("nothing of it has to be played")
        )
    if pairing.result is not None:
        raise not_to_be_decided(
            tr("pairing {number} is decided already", number=number),
            tr("boxctl tournament correct gives it another result, with a reason"),
        )
    return pairing


def _decide(cup: Tournament, decided: PairingDecided) -> Tournament:
    pairing = _open_pairing(cup, decided.pairing)
    _check_winner(cup, pairing, decided.winner)
    if decided.winner is None and decided.decided_by is DecidedBy.WALKOVER:
        raise not_to_be_decided(
            tr("a walkover without a winner"), tr("name who has come; who never comes withdraws")
        )
    return _with(cup, replace(pairing, result=PairingResult(decided.winner, decided.decided_by)))


def _check_winner(cup: Tournament, pairing: RoundPairing, winner: str | None) -> None:
    if winner is None and cup.system is System.KNOCKOUT:
        raise not_to_be_decided(
            tr("pairing {number} of a knockout without a winner", number=pairing.number),
            tr("play it again until somebody has won"),
        )
    if winner is not None and winner not in pairing.names:
        one, other = pairing.names
        raise not_to_be_decided(
            tr("{name} does not play in pairing {number}", name=winner, number=pairing.number),
            tr("name {one} or {other}", one=one, other=other),
        )


def _correct(cup: Tournament, corrected: ResultCorrected) -> Tournament:
    pairing = cup.pairing(corrected.pairing)
    if pairing.is_bye or pairing.result is None:
        raise not_to_be_corrected(
            tr("pairing {number} has no result yet", number=pairing.number),
            tr("give it one with boxctl tournament result"),
        )
    _check_winner(cup, pairing, corrected.winner)
    if cup.system is System.KNOCKOUT and pairing.round < cup.round:
        raise not_to_be_corrected(
            tr("round {round} is drawn by that result", round=pairing.round + 1),
            tr("while nothing of it is played, boxctl tournament redraw takes it back; then the "
               "result can be corrected"),
        )  # fmt: skip
    how = pairing.result.decided_by
    decided_by = DecidedBy.ORGANISER if how is DecidedBy.WALKOVER else how
    told = Correction(
        pairing.number, pairing.result.winner, corrected.winner, corrected.reason, corrected.by
    )
    corrected_cup = replace(cup, corrections=(*cup.corrections, told))
    return _with(
        corrected_cup, replace(pairing, result=PairingResult(corrected.winner, decided_by))
    )
