"""What a screen reader reads out: all that was ruled, and no more than a voice can speak."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import boxctl.web

READER = Path(boxctl.web.__file__).parent / "pages" / "script" / "live" / "reader.js"
LISTEN = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { reader } = await import(pathToFileURL(process.argv[2]));
const moments = JSON.parse(readFileSync(process.argv[3], "utf8"));
const timers = [];
let now = 0;
const clock = {
  setTimeout: (call, wait) => timers.push({ call, at: now + wait }),
};
const read = [];
const take = reader(({ says }) => says, (text) => read.push([now, text]), clock);
const goOn = (until) => {
  for (;;) {
    timers.sort((one, other) => one.at - other.at);
    if (!timers.length || timers[0].at > until) break;
    const { call, at } = timers.shift();
    now = at;
    call();
  }
  now = until;
};
for (const [at, state] of moments) {
  goOn(at);
  take(state);
}
goOn(now + 120_000);
console.log(JSON.stringify(read));
"""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

Moment = tuple[int, dict[str, Any]]


def ruled(*texts: str, match: int = 1, says: str | None = None) -> dict[str, Any]:
    """The state after these rulings of a match; the page shows the last, or what it ``says``."""
    newest = list(enumerate(texts, start=1))[-12:]
    rulings = [{"number": number, "text": text} for number, text in newest]
    return {"match": match, "rulings": rulings, "says": texts[-1] if says is None else says}


def read_out(tmp_path: Path, *moments: Moment) -> list[tuple[int, str]]:
    """Return what is read of states that come so many milliseconds after the page was opened."""
    script, told = tmp_path / "listen.mjs", tmp_path / "moments.json"
    script.write_text(LISTEN, encoding="utf-8")
    told.write_text(json.dumps(moments), encoding="utf-8")
    command = ["node", str(script), str(READER), str(told)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    return [(at, text) for at, text in json.loads(said)]


def test_a_page_that_is_opened_reads_what_it_shows_and_no_old_ruling(tmp_path: Path) -> None:
    assert read_out(tmp_path, (0, ruled("Ann throws 7.", "Ann shuts the 7."))) == [
        (0, "Ann shuts the 7.")
    ]


def test_a_ruling_after_a_silence_is_read_at_once(tmp_path: Path) -> None:
    heard = read_out(
        tmp_path, (0, ruled("Ann throws 7.")), (60_000, ruled("Ann throws 7.", "Ann shuts the 7."))
    )
    assert heard[1] == (60_000, "Ann shuts the 7.")


def test_quick_play_is_read_whole_and_in_order(tmp_path: Path) -> None:
    texts = [f"Ann shuts the {tile}." for tile in range(1, 10)]
    moments = [(100 * count, ruled(*texts[:count])) for count in range(1, 10)]
    heard = read_out(tmp_path, *moments)
    assert " ".join(text for _at, text in heard) == " ".join(texts)
    assert len(heard) < len(texts)


def test_what_several_rulings_at_once_say_is_read(tmp_path: Path) -> None:
    before, after = ruled("Ann shuts the 7."), ("Ann shuts the box.", "Ann has won.")
    heard = read_out(tmp_path, (0, before), (5_000, ruled("Ann shuts the 7.", *after)))
    assert heard[1] == (5_000, "Ann shuts the box. Ann has won.")


def test_a_chattering_lever_does_not_keep_a_voice_busy(tmp_path: Path) -> None:
    """Ten rulings a second for a minute, two sentences by turns, then another one."""
    texts = ["Put the 8 back."] + ["All is right.", "Put the 8 back."] * 300
    moments = [(100 * count, ruled(*texts[: count + 1])) for count in range(600)]
    moments.append((60_000, ruled(*texts[:600], "The 8 is set aside.")))
    heard = read_out(tmp_path, *moments)
    assert len(heard) <= 15
    pairs = pairwise(heard)
    assert all(later - at >= 40 * min(len(text), 100) for (at, text), (later, _text) in pairs)
    everything = " ".join(text for _at, text in heard)
    assert all(text in everything for text in texts)
    at, last = heard[-1]
    assert last.endswith("The 8 is set aside.")
    assert at < 62_000


def test_a_lever_that_chatters_on_is_read_ever_more_rarely(tmp_path: Path) -> None:
    texts = ["Put the 8 back.", "All is right."] * 600
    moments = [(100 * count, ruled(*texts[: count + 1])) for count in range(1_200)]
    heard = [at for at, _text in read_out(tmp_path, *moments)]
    apart = [later - at for at, later in pairwise(heard)]
    assert apart[-2] >= 4 * apart[0]
    assert len(heard) < 20


def test_the_same_words_after_a_silence_are_read_again_at_once(tmp_path: Path) -> None:
    again = ruled("Ann throws 7.", "Ann shuts the 7.", "Ann throws 7.")
    heard = read_out(
        tmp_path,
        (0, ruled("Ann throws 7.")),
        (20_000, ruled("Ann throws 7.", "Ann shuts the 7.")),
        (40_000, again),
    )
    assert heard[-1] == (40_000, "Ann throws 7.")


def test_what_is_asked_without_a_ruling_is_read(tmp_path: Path) -> None:
    heard = read_out(
        tmp_path,
        (0, ruled("Ann throws 7.")),
        (9_000, ruled("Ann throws 7.", says="Does the 5 stand?")),
    )
    assert heard[-1] == (9_000, "Does the 5 stand?")


def test_the_rulings_of_another_match_are_read_from_its_first(tmp_path: Path) -> None:
    heard = read_out(
        tmp_path,
        (0, ruled("Ann throws 7.", "Ann has won.")),
        (9_000, ruled("Bob's turn.", "Bob throws 9.", match=2)),
    )
    assert heard[-1] == (9_000, "Bob's turn. Bob throws 9.")
