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

from boxctl.audit.record_file import contents_as_data, evening_record
from boxctl.cli import main
from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.keys import BoxKey, path_of_key
from boxctl.journal.proof.printed_evening import sign_contents
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
            of_box = evening_record(connection, matches)["evening"]
        # A record never has the secret half; the tests sign with it.
        secret = path_of_key(journal).read_bytes().hex()
        records += [{**record, "secret": secret} for record in of_box]
    return records


def others_key() -> BoxKey:
    return BoxKey(bytes(32))


def signed_up_to(record: Record, entries: int) -> Record:
    """The record, with a signature of another key that covers its first entries only."""
    told, hash = record["head"], record["entries"][entries - 1]["hash"]
    stamp = HeadStamp(told["journal"], 1, told["time"])
    signed = sign(others_key(), Head(record["match"], entries, bytes.fromhex(hash)), stamp)
    of_other = {"key": signed.key.hex(), "signature": signed.signature.hex(), "counter": 1}
    return {**record, "head": {**told, **of_other, "entries": entries, "hash": hash}}


def without(record: Record, entry: int) -> Record:
    """The record without one of its entries."""
    entries = list(record["entries"])
    del entries[entry]
    return {**record, "entries": entries}


def of(played: list[Record], *numbers: int) -> Record:
    return {"evening": [played[number - 1] for number in numbers]}


def heads_of(records: list[Record]) -> list[Head]:
    return [
        Head(each["match"], len(each["entries"]), bytes.fromhex(each["entries"][-1]["hash"]))
        for each in records
    ]


def signed(evening: Record, key: BoxKey, *, told: list[Record] | None = None) -> Record:
    """The evening, and a list signed by this key of the matches that it is ``told`` to have."""
    records = evening["evening"] if told is None else told
    contents = sign_contents(key, heads_of(records), "2026-11-21T22:15:00.000Z")
    return {**evening, "contents": contents_as_data(contents)}


def with_contents(evening: Record, **changes: object) -> Record:
    return {**evening, "contents": {**evening["contents"], **changes}}


def box_key(played: list[Record]) -> BoxKey:
    """The key that has signed the matches."""
    return BoxKey(bytes.fromhex(played[0]["secret"]))


def whole(played: list[Record]) -> Record:
    """The evening of matches 2 to 4, as the box gives it."""
    return signed(of(played, 2, 3, 4), box_key(played))


def shortened(played: list[Record], *left: int) -> Record:
    """That evening, of which somebody has kept these matches only."""
    return {**whole(played), **of(played, *left)}


def first_moved_into_the_time(played: list[Record]) -> Record:
    """The evening without its first match, whose signed words are moved into the time."""
    first = whole(played)["contents"]["matches"][0]
    told = (
        f"{whole(played)['contents']['time']} {first['match']} {first['entries']} {first['hash']}"
    )
    evening = shortened(played, 3, 4)
    return with_contents(evening, time=told, matches=evening["contents"]["matches"][1:])


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
    "an evening as the box gives it": (HOLDS, whole),
    "the first match of the evening left out": (FALLS, lambda all: shortened(all, 3, 4)),
    "the last match of the evening left out": (FALLS, lambda all: shortened(all, 2, 3)),
    "the first match and its line in the list left out": (
        FALLS,
        lambda all: with_contents(
            shortened(all, 3, 4), matches=whole(all)["contents"]["matches"][1:]
        ),
    ),
    "the first match moved into the time of the list": (NO_RECORD, first_moved_into_the_time),
    "a match more than in the list": (FALLS, lambda all: shortened(all, 2, 3, 4, 5)),
    "a list of a match that was shorter": (
        FALLS,
        lambda all: signed(of(all, 3, 4), box_key(all), told=[all[2], without(all[3], -1)]),
    ),
    "a list that somebody else has signed": (
        HOLDS,
        lambda all: signed(of(all, 2, 3), others_key()),
    ),
    "a list that is none": (NO_RECORD, lambda all: {**of(all, 2, 3), "contents": {}}),
    "a list without a signature": (
        NO_RECORD,
        lambda all: with_contents(whole(all), signature=None),
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


def whose_key(played: list[Record]) -> str:
    return str(played[0]["head"]["key"])


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (
            whole,
            "No match of the evening is left out: the box signed them at 2026-11-21 22:15+00:00",
        ),
        (lambda all: shortened(all, 2, 3), "BX611: match 4 of the evening is left out."),
        (lambda all: shortened(all, 3), "BX611: matches 2 and 4 of the evening are left out."),
        (lambda all: shortened(all, 2, 3, 4, 5), "BX611: match 5 was put into the evening."),
        (lambda all: of(all, 2, 3), "BX611: the box has not signed which matches the evening had"),
        (
            lambda all: signed(of(all, 2, 3), others_key()),
            "BX611: another key has signed which matches the evening had.",
        ),
    ],
)
def test_who_names_the_key_learns_which_matches_the_evening_lacks(
    capsys: Captured,
    tmp_path: Path,
    played: list[Record],
    make: Callable[[list[Record]], Record],
    told: str,
) -> None:
    home = written(tmp_path / "home.json", make(deepcopy(played)))
    status = main(["verify", str(home), "--key", whose_key(played)])
    assert told in capsys.readouterr().out
    assert status == (FALLS if told.startswith("BX611") else HOLDS)


def test_without_a_key_people_hear_that_nobody_has_signed_the_evening(
    capsys: Captured, tmp_path: Path, played: list[Record]
) -> None:
    home = written(tmp_path / "home.json", of(played, 2, 3))
    assert main(["verify", str(home)]) == HOLDS
    assert "The box has not signed which matches the evening had" in capsys.readouterr().out


def test_a_program_reads_what_the_evening_lacks(
    capsys: Captured, tmp_path: Path, played: list[Record]
) -> None:
    home = written(tmp_path / "home.json", shortened(played, 2, 3))
    assert main(["verify", str(home), "--json"]) == FALLS
    told = json.loads(capsys.readouterr().out)
    assert told["proof"] == ["BX611: match 4 of the evening is left out."]
    assert not told["holds"]
    assert all(match["holds"] for match in told["matches"])


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
const { eveningFlaw, proveAll } = await import(pathToFileURL(process.argv[2]));
const sound = ({ chain, follows, signed, covers, entries }) =>
  chain === null && follows === null && signed === "good" && covers === entries;
for (const file of process.argv.slice(3)) {
  try {
    const record = JSON.parse(readFileSync(file, "utf8"));
    const proofs = proveAll(record);
    const flaw = eveningFlaw(record);
    console.log(proofs.every(sound) && (!flaw || flaw.why === "unsigned") ? 0 : 1);
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
