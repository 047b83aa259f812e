"""Word the findings of an audit of a recorded match. Pure.

The findings are given by their data, since the audit itself stands above this package.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.findings import Proof, UnprovedEnd
from boxctl.journal.proof.integrity import BreakReason, ChainBreak
from boxctl.presentation.input_faults import refusal_in_words
from boxctl.presentation.journal.ledger_sentences import (
    Obstacle,
    OverrulingRefusal,
    OverrulingRefusalReason,
)
from boxctl.presentation.journal.proof_sentences import fingerprint
from boxctl.presentation.phrases import (
    WRITTEN,
    choices,
    dice,
    how_many_dice,
    names,
    put_back,
    shown_player,
)
from boxctl.presentation.sentences.throws import paid_out
from boxctl.referee.game import Game
from boxctl.referee.payloads import MatchOver
from boxctl.rules.faults import RuleFault
from boxctl.rules.tiles import write_tiles
from groundwork.language import all_of, any_of, commas, message, tr, tr_n
from groundwork.reader import for_reader
from hardware.devices import Tapped


def what_is_owed(play: Game) -> str:
    """Say what has to happen next at a table, as a noun or a request."""
    answer = play.answer
    if play.over:
        return tr("nothing, the match is over")
    if play.put_back:
        return put_back(play.put_back, WRITTEN)
    if play.throw_awaited:
        counts = how_many_dice(play.counts, WRITTEN)
        if answer is not None and answer.move is not None:
            return tr("a throw of {dice}, or confirm for the move", dice=counts)
        return tr("a throw of {dice}", dice=counts)
    if answer is None:
        return tr("nothing but time")
    if answer.move is not None:
        return tr("confirm for the move")
    if play.may_throw_again:
        return tr(
            "an answer to {dice}, or a throw of {counts}",
            dice=dice(answer.throw, WRITTEN),
            counts=how_many_dice(play.counts, WRITTEN),
        )
    return tr("an answer to {dice}", dice=dice(answer.throw, WRITTEN))


def state_lines(play: Game) -> Iterator[str]:
    """Yield how a table stands, a line for each thing, with its name in front."""
    answer = play.answer
    player = tr("none, the match is over") if play.over else shown_player(play.player)
    yield tr("turn    {player}", player=player)
    yield tr("open    {tiles}", tiles=write_tiles(play.open))
    if answer is not None:
        yield tr("throw   {dice}", dice=dice(answer.throw, WRITTEN))
        yield tr("moves   {moves}", moves=choices(answer.moves, WRITTEN))
        yield tr("moved   {tiles}", tiles=write_tiles(answer.moved))
    yield tr("owed    {what}", what=what_is_owed(play))
    yield tr("scores  {scores}", scores=_by_player(play, play.sheet.round_scores))
    if play.rules.adds_up_rounds:
        yield tr("totals  {scores}", scores=_by_player(play, play.sheet.totals))
    if (wins := play.sheet.wins_of_all) is not None:
        yield tr("won     {scores}", scores=_by_player(play, wins))


def result_sentence(over: MatchOver, uncounted: Sequence[int]) -> str:
    """Say how a match ended; ``uncounted`` are the entries that ended a turn and do not count."""
    made = commas((f"{shown_player(name)} {score}" for name, score in over.scores.items()))
    said = [_who_has_won(over.winners, made)]
    if money := paid_out(over, WRITTEN):
        said.append(money)
    if uncounted:
        said.append(
            tr_n(
                "The turn that ended with ruling {entries} does not count.",
                "The turns that ended with the rulings {entries} do not count.",
                len(uncounted),
                entries=all_of(uncounted),
            )
        )
    return " ".join(said)


def _who_has_won(winners: Sequence[str], scores: str) -> str:
    if not winners:
        return tr("Nobody wins: {scores}.", scores=scores)
    return tr_n(
        "{winners} wins: {scores}.",
        "{winners} share the win: {scores}.",
        len(winners),
        winners=names(winners, WRITTEN),
        scores=scores,
    )


def match_holds(match: int, entries: int, signed: Head | None, key: bytes = b"") -> str:
    """Say that a match holds, and up to which entry it is signed by which key."""
    if signed is None:
        return tr(
            "match {match} holds: {entries} entries, nothing of it is signed.",
            match=match,
            entries=entries,
        )
    return tr(
        "match {match} holds: {entries} entries, signed up to entry {last} by {key}.",
        match=match,
        entries=entries,
        last=signed.entries - 1,
        key=fingerprint(key.hex()),
    )


GUIDED = message("A guided first match, with arranged dice: it counts nowhere.")
"""Said of a match that was somebody's first."""


def nothing_sensed(tapped: Tapped) -> str:
    """Say that what was ``tapped`` in a match was not sensed."""
    match tapped:
        case Tapped.BOX:
            return tr(
                "No lever was sensed: all is ruled as it was tapped. The program threw the dice."
            )
        case Tapped.BOX_AND_DICE:
            return tr("Nothing was sensed: all is ruled as it was tapped, levers and dice.")


def match_is_unproved(match: int, entries: int, end: UnprovedEnd) -> str:
    """Say up to which entry a match of so many entries is proved, and what the rest lacks."""
    further, last = entries - end.proved, end.proved - 1
    if end.lacks is Proof.PRINTED_HEAD:
        return for_reader(
            tr_n(
                "match {match} holds up to entry {last} only: the head does not cover the last "
                "entry (--prefix asks only about what it covers).",
                "match {match} holds up to entry {last} only: the head does not cover the last "
                "{further} entries (--prefix asks only about what it covers).",
                further,
                match=match,
                last=last,
                further=further,
            ),
            page=tr_n(
                "match {match} holds up to entry {last} only: the head does not cover the last "
                "entry.",
                "match {match} holds up to entry {last} only: the head does not cover the last "
                "{further} entries.",
                further,
                match=match,
                last=last,
                further=further,
            ),
        )
    if end.lacks is Proof.IN_TIME:
        return _signed_late(match, last)
    signer = any_of(sorted(fingerprint(key.hex()) for key in end.keys))
    if not end.proved:
        said = tr(
            "anybody can have written match {match}: nothing of it is signed by {signer}.",
            match=match,
            signer=signer,
        )
    else:
        said = tr_n(
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
    others = all_of(sorted(fingerprint(key.hex()) for key in end.others))
    if not others:
        return said
    return " ".join((said, tr("Another key has signed that: {others}.", others=others)))


def _signed_late(match: int, last: int) -> str:
    if last < 0:
        return tr(
            "anybody can have written match {match}: no key of this box had signed any of it when "
            "it was taken up again.",
            match=match,
        )
    return tr(
        "match {match} holds up to entry {last} only: no key of this box had signed more of it "
        "when it was taken up again, so somebody can have written the rest.",
        match=match,
        last=last,
    )


def match_is_broken(match: int, broken: ChainBreak) -> str:
    """Say that a match is not as it was played, and where."""
    where = break_in_words(broken)
    return tr("match {match} does not hold: {where}.", match=match, where=where)


def break_in_words(broken: ChainBreak) -> str:
    """Say where and why a record is not as it was written, as a clause."""
    return tr(
        "match {match}, entry {entry}: {why}",
        match=broken.match,
        entry=broken.number,
        why=why_broken(broken),
    )


def why_broken(broken: ChainBreak) -> str:
    """Say why a record is not as it was written, as a clause."""
    about = broken.about
    match broken.reason:
        case BreakReason.ENTRY_MISSING:
            return tr("this entry is missing")
        case BreakReason.ENTRY_CHANGED:
            return tr("this entry is not as it was written")
        case BreakReason.NOT_BY_BOXCTL:
            return tr("this entry was never written by boxctl")
        case BreakReason.NO_HEADER:
            return tr("this entry is no header of a match")
        case BreakReason.END_MISSING:
            return tr(
                "the head tells of {entries} entries, and from here on they are missing",
                entries=about,
            )
        case BreakReason.OTHER_HEAD:
            return tr("up to here it is another match than the one with this head")
        case BreakReason.MATCH_BEFORE_MISSING:
            return tr("match {match}, which came before it, is missing", match=about)
        case BreakReason.MATCH_INSERTED:
            return tr("match {match} was put in before it", match=about)
        case BreakReason.OTHER_JOURNAL:
            return tr("it is a match of another journal")
        case BreakReason.SIGNATURE_WRONG:
            return tr("a signature of it does not hold")
        case BreakReason.HASH_NOT_FOUND:
            return tr("it has no entry with the hash of the head")
        case BreakReason.HEAD_OF_OTHER_MATCH:
            return tr("the head is that of match {match}", match=about)


def why_not_overruled(refusal: OverrulingRefusal) -> str:
    """Say why a turn cannot get this score, as a clause."""
    about = refusal.about
    match refusal.reason:
        case OverrulingRefusalReason.MATCH_LEFT:
            return tr("the match was left before its end, so it has no result")
        case OverrulingRefusalReason.RULINGS_MISSING:
            return tr(
                "the last rulings were not recorded before the program ended: start it once, so "
                "that they are"
            )
        case OverrulingRefusalReason.NOT_A_TURN:
            return tr("ruling {entry} is not the end of a turn", entry=about[0])
        case OverrulingRefusalReason.OTHER_PLAYER:
            return tr(
                "the turn that ended with ruling {entry} was another player's", entry=about[0]
            )
        case OverrulingRefusalReason.NO_SUCH_SCORE:
            return tr(
                "a turn scores from 0 to {most} here, never {score}",
                most=about[0],
                score=about[1],
            )
        case OverrulingRefusalReason.PLAY_WOULD_DIFFER:
            return tr("by this score the match would have gone on otherwise, or be over")
        case OverrulingRefusalReason.TIE_NOT_PLAYED_OFF:
            return tr(
                "by this score {players} tie, and the turns that play it off were never played "
                "(R7.8)",
                players=names(map(str, about), WRITTEN),
            )
        case OverrulingRefusalReason.TURN_NOT_PLAYED:
            return tr(
                "by this score the match would go on with a turn of {player} that was never played",
                player=shown_player(str(about[0])),
            )


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
    return tr(
        "match {match} is ruled otherwise today: {difference}.", match=match, difference=difference
    )


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
    text = tr(
        "match {match}, entry {entry}: {then}, and {today}",
        match=match,
        entry=entry,
        then=_ruled_then(*then),
        today=_ruled_today(*today),
    )
    why = obstacle_in_words(obstacle)
    return f"{text} ({why})" if why else text


def _ruled_then(version: str, ruling: Mapping[str, Any] | None) -> str:
    if ruling is None:
        return tr("boxctl {version} has not ruled", version=version)
    return tr("boxctl {version} has ruled {verdict}", version=version, verdict=_verdict(ruling))


def _ruled_today(version: str, ruling: Mapping[str, Any] | None) -> str:
    if ruling is None:
        return tr("boxctl {version} rules nothing", version=version)
    return tr("boxctl {version} rules {verdict}", version=version, verdict=_verdict(ruling))


def match_is_missing(match: int) -> str:
    """Say that the journal lacks a match of which there is a printed head."""
    return tr("match {match}, of which a head was printed, is missing.", match=match)


def no_such_hash() -> str:
    """Say that a bare hash is nowhere in the journal."""
    return tr("no match has an entry with the hash of the head.")


def _verdict(ruling: Mapping[str, Any]) -> str:
    return tr(
        '{rule} "{text}"',
        rule=ruling["rule"],
        text=ruling["text"],
    )


def _by_player(play: Game, by_seat: Mapping[int, int]) -> str:
    if not by_seat:
        return tr("none yet")
    return commas(f"{shown_player(play.players[seat])} {by_seat[seat]}" for seat in sorted(by_seat))
