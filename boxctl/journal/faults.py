"""The faults of a journal, each with its cure."""

from __future__ import annotations

from pathlib import Path

from groundwork.faults import Fault, is_no_room, os_reason
from groundwork.language import tr
from groundwork.reader import for_reader

NOT_TO_BE_OPENED = "BX601"
TOO_NEW = "BX602"
NO_JOURNAL = "BX603"
DAMAGED = "BX604"
NOT_WRITTEN = "BX605"
NO_SUCH_MATCH = "BX606"
NO_SUCH_RULING = "BX607"
NO_KEY = "BX608"
BEING_PLAYED = "BX609"
NOT_TO_BE_OVERRULED = "BX610"
TAMPERED_WITH = "BX611"
RULED_OTHERWISE = "BX612"
OLDER_THAN_KEY = "BX613"
SIGNED_LATE = "BX614"
NOT_TO_BE_RESUMED = "BX615"
SEVERAL_RULINGS = "BX616"


class JournalFault(Fault):
    """The journal cannot be used, or not in this way."""


class WrongJournal(JournalFault):
    """The command names a journal, match or ruling that is missing or of another kind."""

    command_is_wrong = True


class Damaged(Exception):
    """SQLite cannot read the file; the text is its message."""


def not_to_be_opened(path: Path, why: object) -> JournalFault:
    """Return the fault of a file or directory that cannot be made, read or written (BX601)."""
    return JournalFault(
        NOT_TO_BE_OPENED,
        for_reader(
            tr(
                "the journal {path} cannot be used ({why}): make its directory one that this user"
                " may write to, or name another file with --journal.",
                path=path,
                why=why,
            ),
            page=tr(
                "the journal {path} cannot be used ({why}): the user of the box has to be allowed "
                "to write to its directory.",
                path=path,
                why=why,
            ),
            in_browser=tr(
                "the record {path} cannot be used ({why}): let the browser keep what this "
                "page stores, and load the page again.",
                path=path,
                why=why,
            ),
        ),
    )


def no_room(path: Path, why: object) -> JournalFault:
    """Return the fault of a journal on a full disk (BX601)."""
    return JournalFault(
        NOT_TO_BE_OPENED,
        for_reader(
            tr(
                "the journal {path} cannot be used ({why}): make room on the disk, or name a file "
                "on another one with --journal.",
                path=path,
                why=why,
            ),
            page=tr(
                "the journal {path} cannot be used ({why}): make room on the disk of the box.",
                path=path,
                why=why,
            ),
            in_browser=tr(
                "the record {path} cannot be used ({why}): make room on the device, and "
                "load the page again.",
                path=path,
                why=why,
            ),
        ),
    )


def not_to_be_read(path: Path, why: object) -> JournalFault:
    """Return the fault of a file or directory that a command may not read (BX601)."""
    return JournalFault(
        NOT_TO_BE_OPENED,
        for_reader(
            tr(
                "the journal {path} cannot be read ({why}): only the user of the box may, so run "
                "the command as that user (sudo), or name another file with --journal.",
                path=path,
                why=why,
            ),
            page=tr(
                "the journal {path} cannot be read ({why}): only the user of the box may.",
                path=path,
                why=why,
            ),
        ),
    )


def written_meanwhile(path: Path) -> JournalFault:
    """Return the fault of a file that was changed while it was read (BX601)."""
    return JournalFault(
        NOT_TO_BE_OPENED,
        for_reader(
            tr(
                "the journal {path} was written to while it was read: run the command again.",
                path=path,
            ),
            page=tr(
                "the journal {path} was written to while it was read: look at it again.", path=path
            ),
        ),
    )


def too_new(path: Path, version: int, known: int) -> JournalFault:
    """Return the fault of a file written by a later boxctl (BX602)."""
    return JournalFault(
        TOO_NEW,
        for_reader(
            tr(
                "the journal {path} is of version {version}, and this boxctl knows versions up to"
                " {known}: update boxctl, or name another file with --journal.",
                path=path,
                version=version,
                known=known,
            ),
            page=tr(
                "the journal {path} is of version {version}, and this boxctl knows "
                "versions up to {known}: it takes a newer boxctl.",
                path=path,
                version=version,
                known=known,
            ),
        ),
    )


def no_journal(path: Path) -> WrongJournal:
    """Return the fault of a file that is no journal (BX603)."""
    return WrongJournal(
        NO_JOURNAL,
        tr("{path} is no journal of boxctl: name the right file.", path=path),
    )


def no_file(path: Path) -> WrongJournal:
    """Return the fault of a missing file (BX601)."""
    return WrongJournal(
        NOT_TO_BE_OPENED,
        for_reader(
            tr(
                "there is no journal {path}: play a match first, or name another file with "
                "--journal.",
                path=path,
            ),
            page=tr(
                "there is no journal {path}: play a match first.",
                path=path,
            ),
        ),
    )


def is_directory(path: Path) -> WrongJournal:
    """Return the fault of a directory that is named as a journal (BX601)."""
    return WrongJournal(
        NOT_TO_BE_OPENED,
        tr("{path} is a directory: name the file of a journal, such as journal.db.", path=path),
    )


def unreadable(path: Path, why: object) -> JournalFault:
    """Return the fault of a damaged file for a command that only reads (BX604)."""
    return JournalFault(
        DAMAGED,
        for_reader(
            tr(
                "the journal {path} is damaged ({why}): the next start of boxctl run or boxctl "
                "play sets it aside and saves what can be read.",
                path=path,
                why=why,
            ),
            page=tr(
                "the journal {path} is damaged ({why}): the next start at the box sets it "
                "aside and saves what can be read.",
                path=path,
                why=why,
            ),
        ),
    )


def no_such_match(path: Path, wanted: str) -> WrongJournal:
    """Return the fault of a match that the journal does not have (BX606)."""
    return WrongJournal(
        NO_SUCH_MATCH,
        for_reader(
            tr(
                'there is no match "{wanted}" in the journal {path}: boxctl matches lists them, '
                "and the newest is called last.",
                wanted=wanted,
                path=path,
            ),
            page=tr(
                'there is no match "{wanted}" in the journal {path}: choose one of the list.',
                wanted=wanted,
                path=path,
            ),
        ),
    )


def no_match_yet(path: Path) -> WrongJournal:
    """Return the fault of a journal that has no match at all (BX606)."""
    return WrongJournal(
        NO_SUCH_MATCH,
        for_reader(
            tr(
                "there is no match yet in the journal {path}: play one first, or name another file "
                "with --journal.",
                path=path,
            ),
            page=tr(
                "there is no match yet in the journal {path}: play one first.",
                path=path,
            ),
        ),
    )


def no_such_ruling(match: int, wanted: str) -> WrongJournal:
    """Return the fault of an entry that is missing or no ruling (BX607)."""
    return WrongJournal(
        NO_SUCH_RULING,
        tr(
            'there is no ruling "{wanted}" in match {match}: boxctl replay {match} shows them'
            " with their numbers, and the newest is called last.",
            wanted=wanted,
            match=match,
        ),
    )


def no_ruling_yet(match: int) -> WrongJournal:
    """Return the fault of a match in which nothing was ruled (BX607)."""
    return WrongJournal(
        NO_SUCH_RULING,
        tr("match {match} has no ruling yet: nobody has begun to play it.", match=match),
    )


def is_no_ruling(match: int, entry: int, nearest: int) -> WrongJournal:
    """Return the fault of an entry that is an event or a notice (BX607).

    ``nearest`` is the next ruling, or the last one if none follows.
    """
    return WrongJournal(
        NO_SUCH_RULING,
        tr(
            "entry {entry} of match {match} is no ruling: the one nearest to it is entry "
            "{nearest}, and boxctl replay {match} shows them all.",
            entry=entry,
            match=match,
            nearest=nearest,
        ),
    )


def none_fits(match: int, asked: str, players: str, turns: int) -> WrongJournal:
    """Return the fault of options that fit no ruling (BX607); ``turns`` is how many were begun."""
    return WrongJournal(
        NO_SUCH_RULING,
        tr(
            "no ruling of match {match} fits {asked} (players: {players}; turns: {turns}): boxctl "
            "replay {match} shows them all with their numbers.",
            match=match,
            asked=asked,
            players=players,
            turns=turns,
        ),
    )


def several_fit(match: int, asked: str, number: int, rulings: str) -> WrongJournal:
    """Return the fault of options that fit several rulings (BX616), which are listed."""
    return WrongJournal(
        SEVERAL_RULINGS,
        tr(
            "{number} rulings of match {match} fit {asked}: {rulings}; name one by its number, or "
            "say more, with --turn or --player.",
            number=number,
            match=match,
            asked=asked,
            rulings=rulings,
        ),
    )


def being_played(match: int) -> JournalFault:
    """Return the fault of a match that another program plays (BX609)."""
    return JournalFault(
        BEING_PLAYED,
        tr(
            "match {match} is being played: wait until it is over, or end the program that "
            "plays it.",
            match=match,
        ),
    )


def being_told(tournament: int) -> JournalFault:
    """Return the fault of a tournament of which another program tells something now (BX609)."""
    return JournalFault(
        BEING_PLAYED,
        tr(
            "another program is adding to tournament {tournament}: wait a moment, look at its "
            "table, and try again.",
            tournament=tournament,
        ),
    )


def being_kept(stall: int) -> JournalFault:
    """Return the fault of a stall of which another program tells something now (BX609)."""
    return JournalFault(
        BEING_PLAYED,
        tr(
            "another program is adding to stall {stall}: wait a moment, look at its sheet, and "
            "try again.",
            stall=stall,
        ),
    )


def not_to_be_resumed(match: int, why: str) -> WrongJournal:
    """Return the fault of a match that nobody can play on (BX615); ``why`` is a clause."""
    return WrongJournal(
        NOT_TO_BE_RESUMED,
        tr(
            "match {match} cannot be resumed: {why}; boxctl matches lists those that were "
            "interrupted.",
            match=match,
            why=why,
        ),
    )


def nothing_to_resume(path: Path) -> WrongJournal:
    """Return the fault of a journal without an interrupted match (BX615)."""
    return WrongJournal(
        NOT_TO_BE_RESUMED,
        tr(
            "no match in the journal {path} can be resumed: boxctl play without --resume begins "
            "one.",
            path=path,
        ),
    )


def tampered_with(match: int, entry: int) -> JournalFault:
    """Return the fault of a record that is not as it was written from this entry on (BX611)."""
    return JournalFault(
        TAMPERED_WITH,
        for_reader(
            tr(
                "match {match}, entry {entry}: the record is not as it was written: boxctl verify"
                " {match} says why, and nothing else is shown of a match that was tampered with.",
                match=match,
                entry=entry,
            ),
            page=tr(
                "match {match}, entry {entry}: the record is not as it was written, and "
                "nothing else is shown of a match that was tampered with.",
                match=match,
                entry=entry,
            ),
        ),
    )


def ruled_otherwise(match: int, entry: int) -> JournalFault:
    """Return the fault of a match that today's referee rules otherwise (BX612)."""
    return JournalFault(
        RULED_OTHERWISE,
        for_reader(
            tr(
                "match {match}, entry {entry}: this version of boxctl rules otherwise than it was"
                " ruled then: boxctl verify {match} tells how, and with the version that ruled "
                "then it works.",
                match=match,
                entry=entry,
            ),
            page=tr(
                "match {match}, entry {entry}: this version of boxctl rules otherwise than "
                "it was ruled then, and the version that ruled then can show it.",
                match=match,
                entry=entry,
            ),
        ),
    )


def older_than_key(match: int, entry: int) -> JournalFault:
    """Return the fault of a journal that lacks an entry which the box has signed (BX613)."""
    return JournalFault(
        OLDER_THAN_KEY,
        tr(
            "the journal is older than its key, or another: it lacks match {match}, entry "
            "{entry}, which the box has signed, so nothing more is signed in it: bring back "
            "the newest copy, or start boxctl run or boxctl play once, and the record says "
            "so.",
            match=match,
            entry=entry,
        ),
    )


def ledger_lost(ledger: Path) -> JournalFault:
    """Return the fault of a ledger that cannot tell what the box has signed (BX613)."""
    return JournalFault(
        OLDER_THAN_KEY,
        tr(
            "nobody can tell whether the journal is older than its key, as its ledger "
            "{ledger} is missing, is not signed by it or does not list the journal, so nothing "
            "more is signed: bring back the ledger, or start boxctl run or boxctl play once, "
            "and the record says so.",
            ledger=ledger,
        ),
    )


def signed_late(match: int) -> JournalFault:
    """Return the fault of a match that nobody had signed when it was written (BX614)."""
    return JournalFault(
        SIGNED_LATE,
        tr(
            "no key of this box had signed the end of match {match} until now, so somebody "
            "can have written it. The record says so from now on: boxctl verify {match} tells"
            " from which entry on.",
            match=match,
        ),
    )


def key_refused(path: Path, problem: OSError) -> JournalFault:
    """Return the fault of a key, or of its ledger, that the system refuses (BX608)."""
    cure = tr("make room on the disk") if is_no_room(problem) else ""
    return key_fault(path, os_reason(problem), cure)


def key_fault(path: Path, why: str, cure: str = "") -> JournalFault:
    """Return the fault of an unusable key (BX608); ``cure`` is a command that mends it."""
    mend = cure or tr("make it readable for this user, or bring back a copy of it")
    return JournalFault(
        NO_KEY,
        tr("the box's key {path} cannot be used ({why}): {mend}.", path=path, why=why, mend=mend),
    )
