"""How soon a key is answered in the game of ``make browser``, while others play and think.

:mod:`bench.browser_speed` shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from bench.journal_speed import journal_of

KEYS = 100
PAUSE = 150
"""Milliseconds between two keys, and a little more each time: they meet every part of a frame."""

THROW = "main[data-state] button:has-text('Throw')"

ECHO = "self.onmessage = ({ data }) => self.postMessage(data);"
EMPTY_PAGE = """() => {
  const shown = document.body.appendChild(document.createElement("button"));
  const worker = new Worker("echo.js");
  worker.onmessage = ({ data }) => shown.setAttribute("aria-label", data);
  let number = 0;
  shown.onclick = () => worker.postMessage(String(++number));
  shown.className = "lever";
}"""
ANSWERED = """(shows) => {
  globalThis.answered = new Promise((done) => {
    let pressed = null;
    addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { once: true, capture: true });
    const since = () => performance.now() - pressed;
    let marked = null;
    const seen = new MutationObserver((changes) => {
      if (pressed === null) return;
      if (marked === null && changes.some(({ attributeName }) => attributeName === "data-pressed")) {
        marked = new Promise((shown) => requestAnimationFrame(() => shown(since())));
      }
      if (!changes.some(({ target, attributeName }) => attributeName !== "data-pressed" && target.matches(shows))) return;
      seen.disconnect();
      const answered = since();
      requestAnimationFrame(async () => done([(await marked) ?? since(), answered, since()]));
    });
    seen.observe(document, { subtree: true, attributes: true, attributeFilter: ["aria-label", "open", "data-pressed"] });
  });
}"""  # noqa: E501
ASK = """async ([address, body, again]) => {
  const { request } = await import("./script/live/wire.js");
  const { keptToken } = await import("./script/live/acting.js");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${keptToken()}` };
  const ask = () => request(address, { method: "POST", headers, body: JSON.stringify(body) });
  globalThis.isAnswered = false;
  globalThis.asking = (async () => {
    do await (await ask()).text(); while (again);
    globalThis.isAnswered = true;
  })();
}"""
BEGIN = """async ([variant, names]) => {
  const { act, keptToken } = await import("./script/live/acting.js");
  const { words } = await act({ do: "match", variant, names }, keptToken(), "offline");
  if (words) throw new Error(words);
}"""

EVENING = 200
"""Matches of a long evening, the variants in turn."""

LEVER = "button.lever >> nth=8"
WHY = "button.quiet:has-text('Why?') >> nth=0"
TWELVE = "full-house"
DUEL = ("/ask/odds", {"rules": "long-game", "settings": {}, "throw": "2,4"}, True)
_MATCH = {"rules": TWELVE, "settings": {}, "throw": "2,4", "aim": "win", "to_come": 1}
MATCH = ("/ask/odds", _MATCH, True)
COACH = ("/coach", {"mode": "on"}, False)
"""Of 12 tiles, and asked once: what it has worked out it knows."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Milliseconds from each key to the frame that shows it was pressed, to what the table answers
    in the page, and to the frame after that."""

    marks: list[float]
    answers: list[float]
    frames: list[float]

    @property
    def middle(self) -> float:
        """The median of the answers."""
        return median(self.answers)

    @property
    def slow(self) -> float:
        """The time that one answer of a hundred takes longer than."""
        return slowest(self.answers)


def slowest(times: list[float]) -> float:
    """Return the time that one of a hundred takes longer than."""
    return quantiles(times, n=100)[98]


def lines(browser: Any, address: str) -> list[str]:
    """Return a line for what is going on while keys are pressed, each beside an empty page."""
    empty = _in_an_empty_page(browser, address)
    told = [
        f"browser: a key is answered in an empty page with a worker in {empty.middle:.1f} ms "
        f"(99 %: {empty.slow:.1f})"
    ]
    situations = [
        ("in quiet", None, (), LEVER, "button.lever"),
        ("while two robots play", ("classic", ["best", "human"]), (), WHY, "dialog"),
        ("while the coach thinks", (TWELVE, ["Ann", "Bob"]), COACH, LEVER, "button.lever"),
        ("while odds of a duel are found", None, DUEL, LEVER, "button.lever"),
        ("while odds of a match with 12 tiles are found", None, MATCH, LEVER, "button.lever"),
    ]  # fmt: skip
    for when, game, question, key, shows in situations:
        with browser.new_context() as visitor:
            page = visitor.new_page()
            page.goto(address)
            page.wait_for_selector(THROW, timeout=120_000)
            page.wait_for_timeout(3_000)
            if game:
                page.evaluate(BEGIN, list(game))
                page.wait_for_timeout(5_000)
            if question:
                page.evaluate(ASK, list(question))
            told.append(_line(when, _pressed(page, key, shows), empty))
    with TemporaryDirectory() as folder, browser.new_context() as visitor:
        evening = journal_of(EVENING, Path(folder))
        when = f"late in an evening of {evening.stat().st_size / 1e6:.1f} MB"
        page = _late(visitor, address, evening)
        told.append(_line(when, _pressed(page, LEVER, "button.lever"), empty))
    return told


def _line(when: str, keys: Keys, empty: Keys) -> str:
    return (
        f"browser: {when}, a key is seen to be pressed in {median(keys.marks):.1f} ms "
        f"(99 %: {slowest(keys.marks):.1f}) and answered in {keys.middle:.1f} ms "
        f"(99 %: {keys.slow:.1f}), {keys.middle / empty.middle:.1f} "
        f"({keys.slow / empty.slow:.1f}) times that, in a frame after "
        f"{median(keys.frames):.1f} ms (99 %: {slowest(keys.frames):.1f})"
    )


def _late(visitor: Any, address: str, evening: Path) -> Any:
    """Return the page of a table whose record has a long evening behind it."""
    page = visitor.new_page()
    page.goto(f"{address}record.html")
    page.locator("#file").set_input_files(evening)
    page.get_by_role("button", name="Go on in this record").click(timeout=120_000)
    page.wait_for_selector(THROW, timeout=120_000)
    page.wait_for_timeout(3_000)
    return page


def _in_an_empty_page(browser: Any, address: str) -> Keys:
    with browser.new_context() as visitor:
        page = visitor.new_page()
        page.route("**/start.js", lambda route: route.fulfill(content_type="text/javascript"))
        script = "text/javascript"
        page.route("**/echo.js", lambda route: route.fulfill(content_type=script, body=ECHO))
        page.goto(address)
        page.evaluate(EMPTY_PAGE)
        return _pressed(page, "button.lever", "button.lever")


def _pressed(page: Any, key: str, shows: str) -> Keys:
    """Press keys until what was asked is answered; ``shows`` is what an answer changes.

    ``key`` is the button that has the focus.
    """
    keys = Keys([], [], [])
    for number in range(KEYS):
        page.locator(key).focus()
        page.evaluate(ANSWERED, shows)
        page.keyboard.press("Enter")
        times = page.evaluate("() => globalThis.answered")
        for all_times, time in zip((keys.marks, keys.answers, keys.frames), times, strict=True):
            all_times.append(float(time))
        if shows == "dialog":
            page.keyboard.press("Escape")
        page.wait_for_timeout(PAUSE + number)
        if page.evaluate("() => globalThis.isAnswered === true"):
            break
    return keys
