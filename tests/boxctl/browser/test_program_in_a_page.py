"""The program as a page runs it: asked by messages, without threads, kept where the page says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("starlette")

from boxctl.browser.local_pages import LocalPages
from boxctl.browser.start import start
from boxctl.cli import main
from boxctl.journal.disk.file import open_to_read
from boxctl.journal.proof import ed25519
from boxctl.journal.query import read_sound_match
from tests.support.web.virtual_loop import VirtualLoop

A_MOMENT = 5.0
"""Seconds in which dice have come to rest, and levers have settled."""


class Page:
    """The worker of a page, and what the program has answered to it."""

    def __init__(self) -> None:
        self.heads: dict[int, tuple[int, dict[str, str]]] = {}
        self.texts: dict[int, str] = {}
        self.ended: set[int] = set()
        self.kept = 0
        self.trouble = ""
        self._keys = ed25519.Cryptography()
        self.pages: LocalPages
        self._asked = 0

    def answer(self, request: int, status: int, headers: str) -> None:
        self.heads[request] = (status, json.loads(headers))

    def send(self, request: int, text: str, *, more: bool) -> None:
        self.texts[request] = self.texts.get(request, "") + text
        if not more:
            self.ended.add(request)

    def keep(self, told: Callable[[str], object]) -> None:
        self.kept += not self.trouble
        asyncio.get_running_loop().call_later(0.01, told, self.trouble)

    def public_of(self, secret: bytes) -> bytes:
        return self._keys.public_of(secret)

    def sign(self, secret: bytes, message: bytes) -> bytes:
        return self._keys.sign(secret, message)

    def is_signed(self, message: bytes, public: bytes, signature: bytes) -> bool:
        return self._keys.is_signed(message, public, signature)

    async def ask(self, address: str, body: Any = None, token: str | None = None) -> Any:
        """Ask, and return what is answered."""
        self._asked += 1
        number = self._asked
        headers = {"Content-Type": "application/json"}
        headers["Authorization"] = f"Bearer {self.pages.token if token is None else token}"
        method = "GET" if body is None else "POST"
        text = "" if body is None else json.dumps(body)
        self.pages.ask(number, method, address, json.dumps(headers), text)
        await asyncio.sleep(0.1)
        assert number in self.ended
        return json.loads(self.texts[number])

    async def act(self, **body: Any) -> dict[str, Any]:
        """Do something at the table, and return its state a moment later."""
        refused = await self.ask("/act", body)
        assert refused == {}
        await asyncio.sleep(A_MOMENT)
        return await self.state()

    async def state(self) -> dict[str, Any]:
        """Return how the table stands."""
        state: dict[str, Any] = (await self.ask("/state.json"))["state"]
        return state


class LoopOfBrowser(VirtualLoop):
    """A loop that works out at once what others give to a thread, as that of a browser does."""

    def run_in_executor(  # type: ignore[override]
        self, _executor: Any, function: Any, *args: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        done.set_result(function(*args))
        return done


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have no threads, and the other tests sign as usual."""

    def refuse(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    yield
    ed25519.use(ed25519.Cryptography())


def visit(
    folder: Path, what: Callable[[Page], Coroutine[Any, Any, None]], locale: str = "en"
) -> Page:
    """Open the page and do something there; then its tab is killed."""
    page = Page()

    async def do() -> None:
        loop = asyncio.get_running_loop()
        page.pages = start(page, str(folder), locale, lambda: round(loop.time() * 1_000_000))
        await asyncio.sleep(A_MOMENT)
        await what(page)

    with asyncio.Runner(loop_factory=LoopOfBrowser) as runner:
        runner.run(do())
    return page


def test_a_throw_is_ruled_recorded_signed_and_kept(tmp_path: Path) -> None:
    async def throw(page: Page) -> None:
        state = await page.act(do="throw")
        assert state["phase"] in ("play", "turn_over")
        assert len(state["dice"]["values"]) == 2

    page = visit(tmp_path, throw)
    assert page.kept
    match = read_sound_match(tmp_path / "play.journal", "last")
    assert {"player_begins", "throw"} & {ruling.verdict for ruling in match.rulings}
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_a_tab_that_is_killed_in_mid_move_goes_on_where_it_stood(tmp_path: Path) -> None:
    seen = []

    async def throw_and_move(page: Page) -> None:
        state = await page.act(do="throw")
        seen.append(state["dice"]["values"])
        await page.ask("/act", {"do": "move", "tile": state["moves"][0][0]})

    async def look(page: Page) -> None:
        state = await page.state()
        seen.append(state["dice"]["values"])
        assert state["phase"] in ("play", "will_do", "turn_over", "interrupted")

    visit(tmp_path, throw_and_move)
    visit(tmp_path, look)
    assert seen[0] == seen[1]


def test_another_game_with_a_robot_is_begun_and_remembered(tmp_path: Path) -> None:
    async def begin(page: Page) -> None:
        await page.act(do="match", variant="canoga", names=["Zoë", "best"])

    async def look(page: Page) -> None:
        state = await page.state()
        assert state["rules"]["id"] == "canoga"
        assert [line["name"] for line in state["players"]] == ["Zoë", "best"]

    visit(tmp_path, begin)
    visit(tmp_path, look)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-GB", "Close"), ("de-AT", "Schließen"), ("fr", "Fermer"), ("tlh", "Close")],
)
def test_the_page_is_answered_in_its_language(tmp_path: Path, locale: str, words: str) -> None:
    async def read(page: Page) -> None:
        assert (await page.ask("/texts.json"))["Close"] == words
        assert (await page.ask("/texts.json?lang=fr"))["Close"] == "Fermer"

    visit(tmp_path, read, locale)


def test_nobody_acts_without_the_token_of_the_page(tmp_path: Path) -> None:
    async def act(page: Page) -> None:
        refusal = await page.ask("/act", {"do": "throw"}, token="guessed")
        assert refusal["code"] == "BX756"

    visit(tmp_path, act)


def test_a_storage_that_is_full_stops_play_and_loses_nothing(tmp_path: Path) -> None:
    async def fill(page: Page) -> None:
        ruled = (await page.state())["rulings"]
        page.trouble = "the quota is spent"
        assert await page.ask("/act", {"do": "throw"}) == {}
        await asyncio.sleep(A_MOMENT)
        state = await page.state()
        assert state["phase"] == "stopped"
        assert state["announcement"]["text"].startswith("Play pauses")
        assert state["rulings"] == ruled
        page.trouble = ""
        await asyncio.sleep(A_MOMENT)
        assert len((await page.state())["rulings"]) > len(ruled)

    visit(tmp_path, fill)


def test_the_whole_record_is_a_journal_that_boxctl_reads(tmp_path: Path) -> None:
    taken = tmp_path / "taken.journal"

    async def take(page: Page) -> None:
        await page.act(do="throw")
        taken.write_bytes(page.pages.journal())

    visit(tmp_path / "kept", take)
    assert main(["matches", "--journal", str(taken)]) == 0
    with closing(open_to_read(taken)) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone()[0] > 1


def test_a_feed_is_followed_until_the_page_hangs_up(tmp_path: Path) -> None:
    async def follow(page: Page) -> None:
        page.pages.ask(99, "GET", "/events", "{}", "")
        await page.act(do="throw")
        events = page.texts[99].split("\n\n")
        assert json.loads(events[0].split("data: ")[1])["event"] == "state"
        assert any("event: change" in event for event in events)
        page.pages.hang_up(99)
        told = page.texts[99]
        await asyncio.sleep(60)
        assert page.texts[99] == told

    visit(tmp_path, follow)
