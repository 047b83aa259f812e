"""Word the findings of an audit of a recorded match. Pure.

The findings are given by their data, since the audit itself stands above this package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boxctl.journal.disk.appender import Head
from boxctl.journal.proof.integrity import BreakReason, ChainBreak
from boxctl.journal.proof.unproved import Proof, UnprovedEnd
from boxctl.presentation.input_faults import refusal_in_words
from boxctl.presentation.phrases import (
    EYE,
    Style,
    choices,
    commas,
    dice,
    either,
    how_many_dice,
    listed,
    names,
    put_back,
)
from boxctl.presentation.record.audit_findings import (
    Obstacle,
    OverrulingRefusal,
    OverrulingRefusalReason,
)
from boxctl.presentation.record.proof_sentences import fingerprint
from boxctl.presentation.sentences.endings import paid_out
from boxctl.presentation.table_view import ADDED_UP_MATCHES
from boxctl.referee.payloads import MatchOver
from boxctl.referee.play import Play
from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import write_tiles


def what_is_owed(play: Play, style: Style = EYE) -> str:
    """Say what has to happen next at a table, as a noun or a request."""
    answer = play.answer
    if play.over:
        return style.tr("nothing, the match is over")
    if play.put_back:
        return put_back(play.put_back, style)
    if play.throw_awaited:
        counts = how_many_dice(play.counts, style)
        if answer is not None and answer.move is not None:
            return style.tr("a throw of {dice}, or confirm for the move", dice=counts)
        return style.tr("a throw of {dice}", dice=counts)
    if answer is None:
        return style.tr("nothing but time")
    if answer.move is not None:
        return style.tr("confirm for the move")
    return style.tr("an answer to {dice}", dice=dice(answer.throw, style))


def state_lines(play: Play, style: Style = EYE) -> Iterator[str]:
    """Yield how a table stands, a line for each thing, with its name in front."""
    answer = play.answer
    player = style.tr("none, the match is over") if play.over else style.name(play.player)
    yield style.tr("turn    {player}", player=player)
    yield style.tr("open    {tiles}", tiles=write_tiles(play.open))
    if answer is not None:
        yield style.tr("throw   {dice}", dice=dice(answer.throw, style))
        yield style.tr("moves   {moves}", moves=choices(answer.moves, style))
        yield style.tr("moved   {tiles}", tiles=write_tiles(answer.moved))
    yield style.tr("owed    {what}", what=what_is_owed(play, style))
    yield style.tr("scores  {scores}", scores=_by_player(play, play.sheet.round_scores, style))
    if play.rules.match in ADDED_UP_MATCHES:
        yield style.tr("totals  {scores}", scores=_by_player(play, play.sheet.totals, style))


def result_sentence(over: MatchOver, uncounted: Sequence[int], style: Style = EYE) -> str:
    """Say how a match ended; ``uncounted`` are the entries that ended a turn and do not count."""
    made = commas((f"{style.name(name)} {score}" for name, score in over.scores.items()), style)
    said = [_who_has_won(over.winners, made, style)]
    if money := paid_out(over, style):
        said.append(money)
    if uncounted:
        said.append(
            style.tr_n(
                "The turn that ended with ruling {entries} does not count.",
                "The turns that ended with the rulings {entries} do not count.",
                len(uncounted),
                entries=listed(uncounted, style),
            )
        )
    return " ".join(said)


def _who_has_won(winners: Sequence[str], scores: str, style: Style) -> str:
    if not winners:
        return style.tr("Nobody wins: {scores}.", scores=scores)
    return style.tr_n(
        "{winners} wins: {scores}.",
        "{winners} share the win: {scores}.",
        len(winners),
        winners=names(winners, style),
        scores=scores,
    )


def match_holds(
    match: int, entries: int, signed: Head | None, key: bytes = b"", style: Style = EYE
) -> str:
    """Say that a match holds, and up to which entry it is signed by which key."""
    if signed is None:
        return style.tr(
            "match {match} holds: {entries} entries, nothing of it is signed.",
            match=match,
            entries=entries,
        )
    return style.tr(
        "match {match} holds: {entries} entries, signed up to entry {last} by {key}.",
        match=match,
        entries=entries,
        last=signed.entries - 1,
        key=fingerprint(key.hex()),
    )


def match_is_unproved(match: int, entries: int, end: UnprovedEnd, style: Style = EYE) -> str:
    """Say up to which entry a match of so many entries is proved, and what the rest lacks."""
    further, last = entries - end.proved, end.proved - 1
    if end.lacks is Proof.PRINTED_HEAD:
        return style.tr_n(
            "match {match} holds up to entry {last} only: the head does not cover the last entry "
            "(--prefix asks only about what it covers).",
            "match {match} holds up to entry {last} only: the head does not cover the last "
            "{further} entries (--prefix asks only about what it covers).",
            further,
            match=match,
            last=last,
            further=further,
        )
    if end.lacks is Proof.IN_TIME:
        return _signed_late(match, last, style)
    signer = either(sorted(fingerprint(key.hex()) for key in end.keys), style)
    if not end.proved:
        said = style.tr(
            "match {match} is not proved: nothing of it is signed by {signer}.",
            match=match,
            signer=signer,
        )
    else:
        said = style.tr_n(
            "match {match} holds up to entry {last} only: the last entry is not signed by "
            "{signer}.",
            "match {match} holds up to entry {last} only: the last {further} entries are not "
            "signed by {signer}.",
            further,
            match=match,
            last=last,
            further=further,
            signer=signer,
        )
    others = listed(sorted(fingerprint(key.hex()) for key in end.others), style)
    if not others:
        return said
    return " ".join((said, style.tr("Another key has signed that: {others}.", others=others)))


def _signed_late(match: int, last: int, style: Style) -> str:
    if last < 0:
        return style.tr(
            "match {match} is not proved: no key of this box had signed any of it when it was "
            "taken up again, so somebody can have written it.",
            match=match,
        )
    return style.tr(
        "match {match} holds up to entry {last} only: no key of this box had signed more of it "
        "when it was taken up again, so somebody can have written the rest.",
        match=match,
        last=last,
    )


def match_is_broken(match: int, broken: ChainBreak, style: Style = EYE) -> str:
    """Say that a match is not as it was played, and where."""
    where = break_in_words(broken, style)
    return style.tr("match {match} does not hold: {where}.", match=match, where=where)


def break_in_words(broken: ChainBreak, style: Style = EYE) -> str:
    """Say where and why a record is not as it was written, as a clause."""
    return style.tr(
        "match {match}, entry {entry}: {why}",
        match=broken.match,
        entry=broken.number,
        why=why_broken(broken, style),
    )


def why_broken(broken: ChainBreak, style: Style = EYE) -> str:
    """Say why a record is not as it was written, as a clause."""
    about = broken.about
    match broken.reason:
        case BreakReason.ENTRY_MISSING:
            return style.tr("this entry is missing")
        case BreakReason.ENTRY_CHANGED:
            return style.tr("this entry is not as it was written")
        case BreakReason.NOT_BY_BOXCTL:
            return style.tr("this entry was never written by boxctl")
        case BreakReason.NO_HEADER:
            return style.tr("this entry is no header of a match")
        case BreakReason.END_MISSING:
            return style.tr(
                "the head tells of {entries} entries, and from here on they are missing",
                entries=about,
            )
        case BreakReason.OTHER_HEAD:
            return style.tr("up to here it is another match than the one with this head")
        case BreakReason.MATCH_BEFORE_MISSING:
            return style.tr("match {match}, which came before it, is missing", match=about)
        case BreakReason.MATCH_INSERTED:
            return style.tr("match {match} was put in before it", match=about)
        case BreakReason.OTHER_JOURNAL:
            return style.tr("it is a match of another journal")
        case BreakReason.SIGNATURE_WRONG:
            return style.tr("a signature of it does not hold")
        case BreakReason.HASH_NOT_FOUND:
            return style.tr("it has no entry with the hash of the head")
        case BreakReason.HEAD_OF_OTHER_MATCH:
            return style.tr("the head is that of match {match}", match=about)


def why_not_overruled(refusal: OverrulingRefusal, style: Style = EYE) -> str:
    """Say why a turn cannot get this score, as a clause."""
    about = refusal.about
    match refusal.reason:
        case OverrulingRefusalReason.MATCH_LEFT:
            return style.tr("the match was left before its end, so it has no result")
        case OverrulingRefusalReason.RULINGS_MISSING:
            return style.tr(
                "the last rulings were not recorded before the program ended: start it once, so "
                "that they are"
            )
        case OverrulingRefusalReason.NOT_A_TURN:
            return style.tr("ruling {entry} is not the end of a turn", entry=about[0])
        case OverrulingRefusalReason.OTHER_PLAYER:
            return style.tr(
                "the turn that ended with ruling {entry} was another player's", entry=about[0]
            )
        case OverrulingRefusalReason.NO_SUCH_SCORE:
            return style.tr(
                "a turn scores from 0 to {most} here, never {score}",
                most=about[0],
                score=about[1],
            )
        case OverrulingRefusalReason.PLAY_WOULD_DIFFER:
            return style.tr("by this score the match would have gone on otherwise, or be over")
        case OverrulingRefusalReason.TIE_NOT_PLAYED_OFF:
            return style.tr(
                "by this score {players} tie, and the turns that play it off were never played "
                "(R7.8)",
                players=names(map(str, about), style),
            )
        case OverrulingRefusalReason.TURN_NOT_PLAYED:
            return style.tr(
                "by this score the match would go on with a turn of {player} that was never played",
                player=style.name(str(about[0])),
            )


def obstacle_in_words(obstacle: Obstacle | None, style: Style = EYE) -> str:
    """Say why today's referee cannot follow a record, as a clause; empty for None."""
    match obstacle:
        case None:
            return ""
        case OverrulingRefusal():
            return why_not_overruled(obstacle, style)
        case RuleFault():
            return str(obstacle)
        case _:
            return refusal_in_words(obstacle, style)


def match_is_ruled_otherwise(match: int, difference: str, style: Style = EYE) -> str:
    """Say that today's referee rules otherwise on a match; see :func:`ruled_otherwise`."""
    return style.tr(
        "match {match} is ruled otherwise today: {difference}.", match=match, difference=difference
    )


def ruled_otherwise(
    place: tuple[int, int],
    then: tuple[str, Mapping[str, Any] | None],
    today: tuple[str, Mapping[str, Any] | None],
    obstacle: Obstacle | None,
    style: Style = EYE,
) -> str:
    """Say what was ruled then and what is ruled today, as a clause.

    ``place`` are match and entry, ``then`` and ``today`` the version of boxctl and its ruling (as
    in the contract), None for no ruling. ``obstacle`` is what else is in the way.
    """
    match, entry = place
    text = style.tr(
        "match {match}, entry {entry}: {then}, and {today}",
        match=match,
        entry=entry,
        then=_ruled_then(*then, style),
        today=_ruled_today(*today, style),
    )
    why = obstacle_in_words(obstacle, style)
    return f"{text} ({why})" if why else text


def _ruled_then(version: str, ruling: Mapping[str, Any] | None, style: Style) -> str:
    if ruling is None:
        return style.tr("boxctl {version} has not ruled", version=version)
    return style.tr(
        "boxctl {version} has ruled {verdict}", version=version, verdict=_verdict(ruling, style)
    )


def _ruled_today(version: str, ruling: Mapping[str, Any] | None, style: Style) -> str:
    if ruling is None:
        return style.tr("boxctl {version} rules nothing", version=version)
    return style.tr(
        "boxctl {version} rules {verdict}", version=version, verdict=_verdict(ruling, style)
    )


def match_is_missing(match: int, style: Style = EYE) -> str:
    """Say that the journal lacks a match of which there is a printed head."""
    return style.tr("match {match}, of which a head was printed, is missing.", match=match)


def no_such_hash(style: Style = EYE) -> str:
    """Say that a bare hash is nowhere in the journal."""
    return style.tr("no match has an entry with the hash of the head.")


def _verdict(ruling: Mapping[str, Any], style: Style) -> str:
    return style.tr(
        '{rule} "{text}"',
        rule=ruling["rule"],
        text=ruling["text"],
    )


def _by_player(play: Play, by_seat: Mapping[int, int], style: Style) -> str:
    if not by_seat:
        return style.tr("none yet")
    return commas(
        (f"{style.name(play.players[seat])} {by_seat[seat]}" for seat in sorted(by_seat)), style
    )
