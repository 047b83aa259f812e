"""Answers about a record that somebody brings: a file that was dropped on the page, or chosen.

It is verified as ``boxctl verify`` does, and watched like any other. It lies in the memory of the
page alone, and is only read.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp
from typing import TypedDict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import Receive, Scope, Send

from boxctl.audit.record_file import (
    FileCheck,
    RecordFile,
    gap_sentences,
    is_record_file,
    read_record,
    verdict_sentences,
    write_journal,
)
from boxctl.audit.verify_journal import JournalVerification, JournalVerifying
from boxctl.audit.verify_match import VerifyAgainst, against
from boxctl.browser.kept_records import (
    KeptRecords,
    RecordFault,
    cannot_go_on,
    how_many_matches,
    too_large,
)
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.printed_evening import read_printed
from boxctl.journal.proof.printed_heads import NoHead, read_key
from boxctl.journal.query import reading
from boxctl.rules.faults import RuleFault
from boxctl.web.acting.act_routes import body_of
from boxctl.web.http.guard import NOT_FOUND, NOT_JSON, RefusedRequest, refused
from boxctl.web.journal.record_routes import RecordRoutes
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

LARGEST = 64 << 20
"""The largest file that a page takes, in bytes: some four thousand matches."""

LONGEST_NAME = 80
"""The most characters of a file's name that are told."""


class ToldVerdict(TypedDict):
    """What is known of a record so far: ``done`` matches ``of`` so many are verified.

    ``holds`` is None until it is known. ``said`` is each sentence and whether it is a good one.
    """

    done: int
    of: int
    holds: bool | None
    said: list[tuple[bool, str]]
    notes: list[str]
    may_go_on: bool


class KeptRecord(TypedDict):
    """A record that this browser keeps; ``matches`` is None if it cannot be read."""

    name: str
    matches: int | None
    in_play: bool


@frozen_dataclass
class _Brought:
    """The file that was brought: ``journal`` is what is read of it."""

    file: Path
    journal: Path
    record: RecordFile | None


class BroughtRecords:
    """Answers about the record that was brought last, and about those that are kept.

    ``/brought`` is asked before the file comes: it answers where to put it. Then ``verify`` begins,
    and ``verdict.json`` tells how far it is.
    """

    def __init__(self, records: KeptRecords) -> None:
        self._records = records
        self._place: Path | None = None
        self._brought: _Brought | None = None
        self._pages = Router()
        self._verifying: asyncio.Task[None] | None = None
        self._verdict = _unknown()

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return [
            Route("/brought", self._bring, methods=["POST"]),
            Route("/brought/verify", self._verify, methods=["POST"]),
            Route("/brought/go-on", self._go_on, methods=["POST"]),
            Route("/brought/verdict.json", self._told),
            Mount("/brought/record", app=self._of_record),
            Route("/records.json", self._kept),
            Route("/records/go-on", self._go_on_in, methods=["POST"]),
            Route("/records/delete", self._delete, methods=["POST"]),
        ]

    async def _bring(self, request: Request) -> Response:
        data = await body_of(request)
        match data:
            case {"name": str(name), "size": int(size)}:
                pass
            case _:
                return NOT_JSON.response()
        name = plain_name(name)
        if size > LARGEST:
            return _refusal(too_large(name, size >> 20, LARGEST >> 20))
        self._forget()
        self._place = Path(mkdtemp(prefix="brought-")) / name
        return JSONResponse({"place": str(self._place), "name": name})

    async def _verify(self, request: Request) -> Response:
        data = await body_of(request)
        match data:
            case {"head": str(head), "key": str(key)}:
                pass
            case _:
                return NOT_JSON.response()
        if self._place is None or not self._place.is_file():
            return NOT_FOUND.response()
        try:
            asked = _asked(head, key)
            self._stop()
            brought = self._open(self._place)
            with reading(brought.journal):
                pass  # What is no journal is refused at once.
        except (JournalFault, RuleFault) as fault:
            return _refusal(fault, self._place)
        self._verdict = _unknown()
        self._verifying = asyncio.ensure_future(self._verify_in_steps(brought, asked))
        return JSONResponse({})

    def _open(self, file: Path) -> _Brought:
        if self._brought is None:
            record, journal = None, file
            if is_record_file(file):
                record, journal = read_record(file), file.with_name("of-record.db")
                write_journal(record, journal)
            self._brought = _Brought(file, journal, record)
            self._pages = Router(routes=RecordRoutes(journal).routes)
        return self._brought

    async def _verify_in_steps(self, brought: _Brought, asked: VerifyAgainst) -> None:
        verdict = self._verdict
        try:
            with reading(brought.journal, through=True) as connection:
                record, key_named = brought.record, asked.key is not None
                asked = _as_excerpt(asked) if record is not None else asked
                check = FileCheck(connection, brought.journal, asked, record, key_named=key_named)
                verifying = JournalVerifying(connection, asked, check.findings)
                for _match, verdict["of"] in verifying:
                    verdict["done"] += 1
                    # Whoever plays or asks meanwhile is answered.
                    await asyncio.sleep(0)
                found = check.with_evening(verifying.found)
            gaps = () if asked.printed is not None and len(found.verdicts) == 1 else check.gaps
            good = found.holds
            said = _said(found, brought.file.name)
            said += [(good, sentence) for sentence in check.about_evening(found)]
            verdict["said"] = said
            verdict["notes"] = gap_sentences(gaps, tr("Type the key below, if you know it."))
            verdict["may_go_on"] = record is None
            if record is not None:
                verdict["notes"].append(_only_verified())
            verdict["holds"] = good
        except JournalFault as fault:
            verdict["said"] = [(False, f"{fault.code}: {_sentence_of(fault, brought.file)}")]
            verdict["holds"] = False

    async def _told(self, _request: Request) -> Response:
        return JSONResponse(self._verdict, headers={"cache-control": "no-store"})

    async def _of_record(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._pages(scope, receive, send)

    async def _go_on(self, _request: Request) -> Response:
        brought = self._brought
        if brought is None:
            return NOT_FOUND.response()
        if brought.record is not None:
            only_some = tr("it has some matches of a record, and not all")
            return _refusal(cannot_go_on(only_some))
        done: asyncio.Future[RecordFault | None] = asyncio.get_running_loop().create_future()
        try:
            self._records.take_in(brought.journal, done.set_result)
        except Fault as fault:
            return _refusal(fault, brought.file)
        fault_of_browser = await done
        return JSONResponse({}) if fault_of_browser is None else _refusal(fault_of_browser)

    async def _kept(self, _request: Request) -> Response:
        records = self._records
        told: list[KeptRecord] = [
            {
                "name": name,
                "matches": how_many_matches(path),
                "in_play": path == records.in_play,
            }
            for name in records.names
            if (path := records.of_name(name)) is not None
        ]
        return JSONResponse(told, headers={"cache-control": "no-store"})

    async def _go_on_in(self, request: Request) -> Response:
        data = await body_of(request)
        if isinstance(data, RefusedRequest) or not isinstance(data, dict):
            return NOT_JSON.response()
        done: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        if not self._records.go_on_in(str(data.get("name")), done.set_result):
            return NOT_FOUND.response()
        trouble = await done
        return JSONResponse({"trouble": trouble or ""})

    async def _delete(self, request: Request) -> Response:
        data = await body_of(request)
        if isinstance(data, RefusedRequest) or not isinstance(data, dict):
            return NOT_JSON.response()
        done: asyncio.Future[RecordFault | None] = asyncio.get_running_loop().create_future()
        try:
            if not self._records.delete(str(data.get("name")), done.set_result):
                return NOT_FOUND.response()
        except RecordFault as fault:
            return _refusal(fault)
        fault_of_browser = await done
        return JSONResponse({}) if fault_of_browser is None else _refusal(fault_of_browser)

    def _stop(self) -> None:
        if self._verifying is not None:
            self._verifying.cancel()
            self._verifying = None

    def _forget(self) -> None:
        """Remove the file that was brought before: the memory of a page is small."""
        self._stop()
        self._brought = None
        self._pages = Router()
        if self._place is not None:
            from shutil import rmtree

            rmtree(self._place.parent, ignore_errors=True)
            self._place = None


def plain_name(name: str) -> str:
    """Return the name of a file as it can be told, and be a file here."""
    plain = "".join(sign if sign.isprintable() else "_" for sign in name)
    plain = PurePosixPath(plain.replace("\\", "/")).name.lstrip(".")
    return plain[-LONGEST_NAME:] or "record"


def _asked(head: str, key: str) -> VerifyAgainst:
    """Read a head and a key as people type them; empty ones are not asked about."""
    try:
        printed = read_printed(head) if head.strip() else None
    except NoHead:
        raise cannot_read(tr("a head as a box prints it")) from None
    try:
        public = read_key(key) if key.strip() else None
    except NoHead:
        raise cannot_read(tr("a public key as it stands in a printed head")) from None
    return replace(against(printed), key=public)


def cannot_read(what: str) -> RuleFault:
    """Return the fault of a text that is no head or no key (BX707)."""
    return RuleFault("BX707", tr("that is not {what}", what=what), tr("copy it whole"))


def _only_verified() -> str:
    """Return why play does not go on in the file of a match or an evening, here or anywhere."""
    return tr(
        "Play cannot go on in this file: it has some matches of a record, and boxctl goes on in a "
        "whole one alone, as Save the whole record gives it."
    )


def _as_excerpt(asked: VerifyAgainst) -> VerifyAgainst:
    return replace(asked, excerpt=True)


def _said(found: JournalVerification, file: str) -> list[tuple[bool, str]]:
    """Return the sentences of a verdict, the bad ones first."""
    proof = ([found.missing] if found.missing else []) + found.proof
    said = [(False, sentence) for sentence in proof]
    said += [(each.holds, each.sentence) for each in found.verdicts]
    said += [(True, sentence) for sentence in found.remarks]
    if not said:
        said = [(True, sentence) for sentence in verdict_sentences(found, file)]
    return sorted(said, key=lambda each: each[0])


def _unknown() -> ToldVerdict:
    return {"done": 0, "of": 0, "holds": None, "said": [], "notes": [], "may_go_on": False}


def _sentence_of(fault: Fault, file: Path) -> str:
    """Return the sentence of a fault without the folder, which is in the page's memory."""
    sentence = fault.text if isinstance(fault, RuleFault) else fault.sentence
    return sentence.replace(f"{file.parent}/", "")


def _refusal(fault: Fault, file: Path | None = None) -> Response:
    return refused(409, fault.code, _sentence_of(fault, file or Path("record")))
