"""What an audit of a recorded match has found, in English. Pure.

The findings are given by their data, since the audit itself stands above this package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from boxctl.journal.disk.appender import Head
from boxctl.journal.proof.integrity import BreakReason, ChainBreak
from boxctl.journal.proof.unproved import Proof, UnprovedEnd
from boxctl.presentation.input_faults import refusal_in_words
from boxctl.presentation.phrases import choices, dice, either, how_many_dice, listed, put_back
from boxctl.presentation.record.audit_findings import (
    Obstacle,
    OverrulingRefusal,
    OverrulingRefusalReason,
)
from boxctl.presentation.table_view import ADDED_UP_MATCHES
from boxctl.referee.play import Play
from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import write_tiles


def what_is_owed(play: Play) -> str:
    """Say what has to happen next at a table, as a noun or a request."""
    answer = play.answer
    if play.over:
        return "nothing, the match is over"
    if play.put_back:
        return put_back(play.put_back)
    if play.throw_awaited:
        stands = answer is not None and answer.move is not None
        or_confirm = ", or confirm for the move" if stands else ""
        return f"a throw of {how_many_dice(play.counts)}{or_confirm}"
    if answer is not None and answer.move is not None:
        return "confirm for the move"
    return f"an answer to {dice(answer.throw)}" if answer is not None else "nothing but time"


def state_lines(play: Play) -> Iterator[str]:
    """Yield how a table stands, a line for each thing, with its name in front."""
    answer = play.answer
    yield f"turn    {play.player}" if not play.over else "turn    none, the match is over"
    yield f"open    {write_tiles(play.open)}"
    if answer is not None:
        yield f"throw   {dice(answer.throw)}"
        yield f"moves   {choices(answer.moves)}"
        yield f"moved   {write_tiles(answer.moved)}"
    yield f"owed    {what_is_owed(play)}"
    yield f"scores  {_by_player(play, play.sheet.round_scores)}"
    if play.rules.match in ADDED_UP_MATCHES:
        yield f"totals  {_by_player(play, play.sheet.totals)}"


def result_sentence(
    scores: Mapping[str, int],
    winners: Collection[str],
    payout: Mapping[str, int],
    uncounted: Sequence[int],
) -> str:
    """Say how a match ended: ``payout`` in minor units, ``uncounted`` the turns left out."""
    wins = "wins" if len(winners) == 1 else "share the win"
    made = ", ".join(f"{name} {score}" for name, score in scores.items())
    text = f"{listed(winners)} {wins}: {made}."
    money = ", ".join(f"{name} {paid:+d}" for name, paid in payout.items() if paid)
    text += f" Paid out: {money}." if money else ""
    if uncounted:
        turns, do = ("turn that", "does") if len(uncounted) == 1 else ("turns that", "do")
        text += f" The {turns} ended with entry {listed(uncounted)} {do} not count."
    return text


def match_holds(match: int, entries: int, signed: Head | None, key: bytes = b"") -> str:
    """Say that a match holds, and up to which entry it is signed by which key."""
    by = "nothing of it is signed"
    if signed is not None:
        by = f"signed up to entry {signed.entries - 1} by {key.hex()}"
    return f"match {match} holds: {entries} entries, {by}."


def match_is_unproved(match: int, entries: int, end: UnprovedEnd) -> str:
    """Say up to which entry a match of so many entries is proved, and what the rest lacks."""
    further = entries - end.proved
    rest = "the last entry" if further == 1 else f"the last {further} entries"
    if end.lacks is Proof.PRINTED_HEAD:
        return (
            f"match {match} holds up to entry {end.proved - 1} only: the head does not cover "
            f"{rest} (--prefix asks only about what it covers)."
        )
    signer = either(sorted(key.hex() for key in end.keys))
    others = listed(sorted(key.hex() for key in end.others))
    but = f" Another key has signed that: {others}." if others else ""
    if not end.proved:
        return f"match {match} is not proved: nothing of it is signed by {signer}.{but}"
    return (
        f"match {match} holds up to entry {end.proved - 1} only: {rest} "
        f"{'is' if further == 1 else 'are'} not signed by {signer}.{but}"
    )


def match_is_broken(match: int, broken: ChainBreak) -> str:
    """Say that a match is not as it was played, and where."""
    return f"match {match} does not hold: {break_in_words(broken)}."


def break_in_words(broken: ChainBreak) -> str:
    """Say where and why a record is not as it was written, as a clause."""
    return f"match {broken.match}, entry {broken.number}: {why_broken(broken)}"


def why_broken(broken: ChainBreak) -> str:
    """Say why a record is not as it was written, as a clause."""
    about = broken.about
    match broken.reason:
        case BreakReason.ENTRY_MISSING:
            return "this entry is missing"
        case BreakReason.ENTRY_CHANGED:
            return "this entry is not as it was written"
        case BreakReason.NOT_BY_BOXCTL:
            return "this entry was never written by boxctl"
        case BreakReason.NO_HEADER:
            return "this entry is no header of a match"
        case BreakReason.END_MISSING:
            return f"the head tells of {about} entries, and from here on they are missing"
        case BreakReason.OTHER_HEAD:
            return "up to here it is another match than the one with this head"
        case BreakReason.MATCH_BEFORE_MISSING:
            return f"match {about}, which came before it, is missing"
        case BreakReason.MATCH_INSERTED:
            return f"match {about} was put in before it"
        case BreakReason.SIGNATURE_WRONG:
            return "a signature of it does not hold"
        case BreakReason.HASH_NOT_FOUND:
            return "it has no entry with the hash of the head"
        case BreakReason.HEAD_OF_OTHER_MATCH:
            return f"the head is that of match {about}"


def why_not_overruled(refusal: OverrulingRefusal) -> str:
    """Say why a turn cannot be overruled so, as a clause."""
    about = refusal.about
    match refusal.reason:
        case OverrulingRefusalReason.MATCH_LEFT:
            return "the match was left before its end, so it has no result"
        case OverrulingRefusalReason.RULINGS_MISSING:
            return (
                "the last rulings were not recorded before the program ended: start it once, so "
                "that they are"
            )
        case OverrulingRefusalReason.NOT_A_TURN:
            return f"entry {about[0]} is not the end of a turn (turn_over)"
        case OverrulingRefusalReason.OTHER_PLAYER:
            return f"the turn that ended with entry {about[0]} was another player's"
        case OverrulingRefusalReason.NO_SUCH_SCORE:
            return f"a turn scores from 0 to {about[0]} here, never {about[1]}"
        case OverrulingRefusalReason.PLAY_WOULD_DIFFER:
            return "by this score the match would have gone on otherwise, or be over"
        case OverrulingRefusalReason.TIE_NOT_PLAYED_OFF:
            tied = f"by this score {listed(about)} tie"
            return f"{tied}, and the turns that play it off were never played (R7.8)"
        case OverrulingRefusalReason.TURN_NOT_PLAYED:
            goes_on = f"by this score the match would go on with a turn of {about[0]}"
            return f"{goes_on} that was never played"


def obstacle_in_words(obstacle: Obstacle | None) -> str:
    """Say why today's referee cannot follow a record, as a clause; empty for None."""
    match obstacle:
        case None:
            return ""
        case OverrulingRefusal():
            return why_not_overruled(obstacle)
        case RuleFault():
            return str(obstacle)
        case _:
            return refusal_in_words(obstacle)


def match_is_ruled_otherwise(match: int, difference: str) -> str:
    """Say that today's referee rules otherwise on a match; see :func:`ruled_otherwise`."""
    return f"match {match} is ruled otherwise today: {difference}."


def ruled_otherwise(
    place: tuple[int, int],
    then: tuple[str, Mapping[str, Any] | None],
    today: tuple[str, Mapping[str, Any] | None],
    obstacle: Obstacle | None,
) -> str:
    """Say what was ruled then and what is ruled today, as a clause.

    ``place`` are match and entry, ``then`` and ``today`` the version of boxctl and its ruling (as
    in the contract), None for no ruling. ``obstacle`` is what else is in the way.
    """
    match, entry = place
    why = obstacle_in_words(obstacle)
    before, recorded = then
    now, made = today
    was_ruled = "not ruled" if recorded is None else f"ruled {_verdict(recorded)}"
    is_ruled = "rules nothing" if made is None else f"rules {_verdict(made)}"
    return (
        f"match {match}, entry {entry}: boxctl {before} has {was_ruled}, "
        f"and boxctl {now} {is_ruled}{why and f' ({why})'}"
    )


def match_is_missing(match: int) -> str:
    """Say that the journal lacks a match of which there is a printed head."""
    return f"match {match}, of which a head was printed, is missing."


NO_SUCH_HASH = "no match has an entry with the hash of the head."
"""Said of a bare hash that is nowhere in the journal."""


def _verdict(ruling: Mapping[str, Any]) -> str:
    return f'{ruling["verdict"]} {ruling["rule"]} "{ruling["text"]}"'


def _by_player(play: Play, by_seat: Mapping[int, int]) -> str:
    scores = (f"{play.players[seat]} {by_seat[seat]}" for seat in sorted(by_seat))
    return ", ".join(scores) or "none yet"
