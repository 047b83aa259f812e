"""Records that were taken home as a file: what boxctl and the browser make of forged ones."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from boxctl.audit.record_file import evening_record
from boxctl.cli import main
from boxctl.journal.disk.appender import Head
from boxctl.journal.proof.keys import BoxKey, key_of
from boxctl.journal.proof.signed_heads import HeadStamp, sign
from boxctl.journal.query import reading
from tests.support.records.forger import forges_texts
from tests.support.records.signed_records import plays_signed_matches

Captured = pytest.CaptureFixture[str]
Record = dict[str, Any]
PAGES = Path(__file__).parents[3] / "boxctl" / "web" / "pages" / "script"
HOLDS, FALLS, NO_RECORD = 0, 1, 2
"""The exit status of ``boxctl verify`` for a record that holds, one that does not, and none."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """The records of five matches of one journal, then of the third of another one."""
    records = []
    for name, matches in (("box", (1, 2, 3, 4, 5)), ("other", (3,))):
        journal = plays_signed_matches(tmp_path_factory.mktemp(name) / "journal.db", matches[-1])
        with reading(journal) as connection:
            records += evening_record(connection, matches)["evening"]
    return records


def others_key() -> BoxKey:
    return key_of(bytes(32))


def signed_up_to(record: Record, entries: int) -> Record:
    """The record, with a signature of another key that covers its first entries only."""
    told, hash = record["head"], record["entries"][entries - 1]["hash"]
    stamp = HeadStamp(told["journal"], 1, told["time"])
    signed = sign(others_key(), Head(record["match"], entries, bytes.fromhex(hash)), stamp)
    of_other = {"key": signed.key.hex(), "signature": signed.signature.hex(), "counter": 1}
    return {**record, "head": {**told, **of_other, "entries": entries, "hash": hash}}


def without(record: Record, entry: int) -> Record:
    """The record without one of its entries."""
    return {**record, "entries": record["entries"][:entry] + record["entries"][entry + 1 :]}


def of(played: list[Record], *numbers: int) -> Record:
    return {"evening": [played[number - 1] for number in numbers]}


def changed(record: Record, **more: object) -> Record:
    return {"evening": [{**record, **more}]}


def entries_with(record: Record, change: Callable[[Record], Record]) -> Record:
    return changed(record, entries=[change(entry) for entry in record["entries"]])


ANYTHING_IS_SIGNED = {"key": "01" + 31 * "00", "signature": "01" + 63 * "00"}
"""The neutral element as key: its signature holds for every message."""

FILES: dict[str, tuple[int, Callable[[list[Record]], object]]] = {
    "a match": (HOLDS, lambda all: all[0]),
    "a later match": (HOLDS, lambda all: all[2]),
    "a whole evening": (HOLDS, lambda all: of(all, 1, 2, 3, 4, 5)),
    "an evening that is not the first": (HOLDS, lambda all: of(all, 3, 4, 5)),
    "the matches in another order": (HOLDS, lambda all: of(all, 5, 3, 4)),
    "a match as a browser writes its number": (HOLDS, lambda all: changed(all[2], match=3.0)),
    "a match left out": (FALLS, lambda all: of(all, 3, 5)),
    "a match of another journal": (FALLS, lambda all: of(all, 2, 6, 4)),
    "another journal's match at the end": (FALLS, lambda all: of(all, 1, 2, 6)),
    "an entry left out": (FALLS, lambda all: without(all[2], 4)),
    "the end left out": (FALLS, lambda all: without(all[2], len(all[2]["entries"]) - 1)),
    "the header left out": (FALLS, lambda all: without(all[2], 0)),
    "a signature by another key up to its middle": (FALLS, lambda all: signed_up_to(all[2], 3)),
    "a key under which anything is signed": (
        FALLS,
        lambda all: {**all[2], "head": {**all[2]["head"], **ANYTHING_IS_SIGNED}},
    ),
    "a text in the place of bytes that were none": (
        FALLS,
        lambda all: entries_with(all[2], lambda entry: {**entry, "body": "\udc80"}),
    ),
    "a match twice": (NO_RECORD, lambda all: of(all, 3, 3)),
    "entries in another order": (
        NO_RECORD,
        lambda all: changed(all[2], entries=all[2]["entries"][::-1]),
    ),
    "no match": (NO_RECORD, lambda all: {"evening": []}),
    "no list of matches": (NO_RECORD, lambda all: {"evening": {}}),
    "an evening of nothing beside a match": (NO_RECORD, lambda all: {**all[2], "evening": None}),
    "a match without entries": (NO_RECORD, lambda all: changed(all[2], entries=[])),
    "a number as text": (NO_RECORD, lambda all: changed(all[2], match="3")),
    "a part of a match": (NO_RECORD, lambda all: changed(all[2], match=3.5)),
    "a text that no file can have": (
        NO_RECORD,
        lambda all: entries_with(all[2], lambda entry: {**entry, "body": "\ud800"}),
    ),
    "spaces in a hash": (
        NO_RECORD,
        lambda all: entries_with(all[2], lambda entry: {**entry, "hash": entry["hash"] + "  "}),
    ),
    "no number of JSON": (NO_RECORD, lambda all: {**all[2], "more": float("nan")}),
}


def written(path: Path, record: object) -> Path:
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", FILES)
def test_boxctl_judges_the_file(
    capsys: Captured, tmp_path: Path, played: list[Record], name: str
) -> None:
    status, make = FILES[name]
    home = written(tmp_path / "home.json", make(deepcopy(played)))
    assert main(["verify", str(home)]) == status
    said = capsys.readouterr()
    assert said.err.startswith("BX707") is (status == NO_RECORD)


def test_a_file_that_begins_with_a_mark_of_its_encoding(
    tmp_path: Path, played: list[Record]
) -> None:
    home = tmp_path / "home.json"
    home.write_text(json.dumps(played[2]), encoding="utf-8-sig")
    assert main(["verify", str(home)]) == HOLDS


def test_a_kind_with_a_space_was_never_written_by_boxctl(capsys: Captured, tmp_path: Path) -> None:
    journal = plays_signed_matches(tmp_path / "journal.db", 1)
    forges_texts(journal, 1, lambda texts: [*texts, ("a note", "{}")])
    assert main(["verify", str(journal), "--json"]) == 1
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert match["broken"]["why"] == "this entry was never written by boxctl"


PROVE = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { proveAll } = await import(pathToFileURL(process.argv[2]));
const sound = ({ chain, follows, signed, covers, entries }) =>
  chain === null && follows === null && signed === "good" && covers === entries;
for (const file of process.argv.slice(3)) {
  try {
    const proofs = proveAll(JSON.parse(readFileSync(file, "utf8")));
    console.log(proofs.every(sound) ? 0 : 1);
  } catch {
    console.log(2);
  }
}
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_browser_judges_every_file_as_boxctl_does(tmp_path: Path, played: list[Record]) -> None:
    script = tmp_path / "prove.mjs"
    script.write_text(PROVE, encoding="utf-8")
    homes = [
        str(written(tmp_path / f"{number}.json", make(deepcopy(played))))
        for number, (_status, make) in enumerate(FILES.values())
    ]
    command = ["node", str(script), str(PAGES / "live" / "proof.js"), *homes]
    judged = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = dict(zip(FILES, map(int, judged.stdout.split()), strict=True))
    assert found == {name: status for name, (status, _make) in FILES.items()}
