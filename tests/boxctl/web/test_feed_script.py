"""The line of a page to the box: when it counts as dead, when it is made anew, and what is told."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import boxctl.web
from boxctl.web.http.streams import ALIVE_EVERY

FEED = Path(boxctl.web.__file__).parent / "pages" / "script" / "live" / "feed.js"
PLAY = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { Feed } = await import(pathToFileURL(process.argv[2]));
const steps = JSON.parse(readFileSync(process.argv[3], "utf8"));
const seen = [];
let timers = [];
let number = 0;
let now = 0;
const clock = {
  setTimeout: (call, wait) => {
    timers.push({ call, at: now + wait, number: ++number });
    return number;
  },
  clearTimeout: (given) => { timers = timers.filter((timer) => timer.number !== given); },
};
const lines = [];
class Source {
  static CLOSED = 2;
  constructor(address) {
    this.listeners = {};
    this.readyState = 1;
    lines.push(this);
    seen.push([now, "asks", address]);
  }
  addEventListener(name, call) { this.listeners[name] = call; }
  close() {
    if (this.readyState !== 2) seen.push([now, "hangs up"]);
    this.readyState = 2;
  }
}
const feed = new Feed("/events", {
  onState: (state, id) => seen.push([now, "state", id]),
  onConnection: (connected) => seen.push([now, connected ? "connected" : "not connected"]),
  clock,
  now: () => now,
  Source,
});
const steady = {
  resumes: () => feed.resume(),
  pauses: () => feed.pause(),
  wakes: () => feed.wake(),
  answers: () => lines.at(-1).onopen(),
  tells: (name, id) => {
    const event = { event: name, id, state: { rulings: [] }, set: {} };
    lines.at(-1).listeners[name]({ data: JSON.stringify(event) });
  },
  fails: () => { lines.at(-1).readyState = 2; lines.at(-1).onerror(); },
  falters: () => lines.at(-1).onerror(),
  sleeps: (ms) => { now += ms; },
};
const waits = (ms) => {
  const until = now + ms;
  for (;;) {
    timers.sort((one, other) => one.at - other.at || one.number - other.number);
    if (!timers.length || timers[0].at > until) break;
    const { call, at } = timers.shift();
    now = Math.max(now, at);
    call();
  }
  now = until;
};
for (const [step, ...with_] of steps) step === "waits" ? waits(...with_) : steady[step](...with_);
console.log(JSON.stringify(seen));
"""

SILENCE = 12_000
"""Milliseconds after which a page takes its line for dead."""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

Step = tuple[Any, ...]

OPENED: list[Step] = [("resumes",), ("answers",), ("tells", "state", "a-1")]


@pytest.fixture
def page(tmp_path: Path) -> Any:
    """What a page asks and tells while this happens: the millisecond, what, and about what."""

    def played(*steps: Step) -> list[list[Any]]:
        script, told = tmp_path / "play.mjs", tmp_path / "steps.json"
        script.write_text(PLAY, encoding="utf-8")
        told.write_text(json.dumps(steps), encoding="utf-8")
        command = ["node", str(script), str(FEED), str(told)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        seen: list[list[Any]] = json.loads(said.stdout)
        return seen

    return played


def of_connection(seen: list[list[Any]]) -> list[tuple[int, str]]:
    return [(at, what) for at, what, *_ in seen if what.endswith("connected")]


def test_a_busy_table_whose_line_dies_is_not_connected_twelve_seconds_later(page: Any) -> None:
    """It has sent nothing but changes, and nothing tells the browser of the end of the line."""
    busy = [step for n in range(2, 12) for step in (("waits", 400), ("tells", "change", f"a-{n}"))]
    seen = page(*OPENED, *busy, ("waits", 60_000))
    assert of_connection(seen) == [(0, "connected"), (4_000 + SILENCE, "not connected")]
    asked = [(at, about[0]) for at, what, *about in seen if what == "asks"]
    assert asked[1] == (4_000 + SILENCE + 500, "/events?after=a-11")
    assert all(later - at <= 20_000 for (at, _), (later, _) in pairwise(asked[1:]))


@pytest.mark.parametrize("begun", [[], [("answers",)]])
def test_a_line_over_which_nothing_comes_from_the_first_is_dead(page: Any, begun: Any) -> None:
    seen = page(("resumes",), *begun, ("waits", SILENCE + 500))
    assert seen[-3:] == [
        [SILENCE, "not connected"], [SILENCE, "hangs up"], [SILENCE + 500, "asks", "/events"]
    ]  # fmt: skip


def test_signs_of_life_keep_a_line_over_which_nothing_else_comes(page: Any) -> None:
    alive = [("waits", int(ALIVE_EVERY * 1000)), ("tells", "alive", None)] * 100
    assert of_connection(page(*OPENED, *alive)) == [(0, "connected")]


def test_one_lost_sign_of_life_is_not_the_end_of_a_line() -> None:
    assert 2 * ALIVE_EVERY * 1000 < SILENCE < 3 * ALIVE_EVERY * 1000


def test_the_line_that_works_again_is_said_at_once(page: Any) -> None:
    seen = page(*OPENED, ("waits", SILENCE + 500), ("answers",), ("tells", "change", "a-2"))
    assert seen[-2:] == [[SILENCE + 500, "connected"], [SILENCE + 500, "state", "a-2"]]


def test_a_line_that_is_made_anew_brings_no_news_by_itself(page: Any) -> None:
    seen = page(*OPENED, ("fails",), ("waits", 1_000), ("answers",), ("tells", "state", "a-1"))
    assert [about for _at, what, *about in seen if what == "state"] == [["a-1"]]


def test_a_short_gap_is_not_told_of(page: Any) -> None:
    seen = page(*OPENED, ("falters",), ("waits", 1_000), ("answers",), ("waits", 10_000))
    assert of_connection(seen) == [(0, "connected")]


def test_a_line_that_the_browser_gives_up_is_asked_for_ever_more_rarely(page: Any) -> None:
    fails = [("fails",), ("waits", 8_000)] * 6
    asked = [at for at, what, *_ in page(*OPENED, *fails) if what == "asks"]
    assert asked == [0, 500, 9_000, 18_000, 28_000, 40_000, 48_000]


def test_a_device_that_slept_asks_anew_when_it_wakes(page: Any) -> None:
    seen = page(*OPENED, ("sleeps", 3_600_000), ("wakes",), ("waits", 500))
    assert seen[-1] == [3_600_500, "asks", "/events?after=a-1"]
    assert len(page(*OPENED, ("sleeps", SILENCE), ("wakes",))) == len(page(*OPENED))


def test_a_page_that_nobody_sees_keeps_no_line(page: Any) -> None:
    seen = page(*OPENED, ("pauses",), ("waits", 3_600_000), ("wakes",), ("waits", 3_600_000))
    assert seen[len(page(*OPENED)) :] == [[0, "hangs up"]]
    assert page(("pauses",), ("waits", 60_000), ("wakes",), ("waits", 60_000)) == []


@pytest.mark.parametrize("before", [[], [("fails",)], [("falters",)], [("waits", SILENCE)]])
def test_a_page_that_is_hidden_while_it_connects_says_and_asks_nothing(
    page: Any, before: list[Step]
) -> None:
    shown = len(page(*OPENED, *before))
    hidden = page(*OPENED, *before, ("pauses",), ("waits", 3_600_000))[shown:]
    assert [what for _at, what, *_ in hidden] in ([], ["hangs up"])


def test_a_page_that_is_seen_again_goes_on_where_it_was(page: Any) -> None:
    back = [("pauses",), ("waits", 60_000), ("resumes",), ("answers",), ("tells", "change", "a-2")]
    seen = page(*OPENED, *back, ("waits", 5_000))
    assert seen[-2:] == [[60_000, "asks", "/events?after=a-1"], [60_000, "state", "a-2"]]
    assert of_connection(seen) == [(0, "connected")]


def test_a_page_that_is_seen_again_and_gets_no_answer_is_not_connected(page: Any) -> None:
    seen = page(*OPENED, ("pauses",), ("waits", 60_000), ("resumes",), ("waits", 2_000))
    assert of_connection(seen)[-1] == (61_500, "not connected")


def test_a_page_that_is_shown_twice_asks_once(page: Any) -> None:
    assert len(page(*OPENED, ("resumes",))) == len(page(*OPENED))
