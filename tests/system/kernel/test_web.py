"""A virtual Pi serves its pages: levers of its kernel are seen by whoever asks from outside.

The guest has no network. Its second console carries the connections to this machine, where they are
taken at the same port.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from importlib.util import find_spec
from queue import Queue
from threading import Thread
from typing import Any

import pytest

from tests.support.guest.virtual_pi import NEEDS_A_KERNEL, ROOT, environment_of
from tests.support.web.shared_line import SharedLine

pytestmark = NEEDS_A_KERNEL

LYING = ".tile.is-shut"
LONG = 120
"""Seconds after which what does not come is missed; the guest's system calls are slow."""


class ServingPi:
    """A virtual Pi that serves pages, as it is seen from outside."""

    def __init__(self, port: int, line: SharedLine, said: Queue[dict[str, Any]]) -> None:
        self.port = port
        self._line = line
        self.said = said

    def moves(self, lever: int, *, stands: bool) -> None:
        """Move a lever of the guest."""
        self._line.tell({"lever": lever, "stands": stands})

    @contextmanager
    def asks(self, path: str) -> Iterator[HTTPResponse]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        try:
            connection.request("GET", path)
            with connection.getresponse() as answer:
                yield answer
        finally:
            connection.close()


@pytest.fixture(scope="module")
def pi() -> Iterator[ServingPi]:
    ours, theirs = socket.socketpair()
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    said: Queue[dict[str, Any]] = Queue()
    script = ROOT / "tests/support/guest/web_in_guest.py"
    environment = environment_of(seconds=500) | {"UML_ARGS": f"con2=fd:{theirs.fileno()}"}
    command = [str(ROOT / "tests/virtual_pi/run.sh"), str(script), str(port)]
    running = subprocess.Popen(
        command,
        env=environment,
        pass_fds=(theirs.fileno(),),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    theirs.close()
    line = SharedLine(ours.fileno(), ours.fileno(), _nobody_calls, said.put)

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            line.carry(connection)

    Thread(target=accept, daemon=True).start()
    with running, ours:
        assert "this machine only" in said.get(timeout=LONG)["said"]
        yield ServingPi(port, line, said)
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        line.tell({"over": True})
        output, errors = running.communicate(timeout=LONG)
    assert running.returncode == 0, errors[-4000:]
    assert json.loads(output.splitlines()[-1]) == {"status": 0}


def _nobody_calls() -> socket.socket:
    raise AssertionError("the guest calls nobody")


def stands(state: dict[str, Any], number: int) -> tuple[str, str]:
    """Return how a tile stands, and where it is asked for."""
    tile = state["tiles"][number - 1]
    return tile["state"], tile["asked"]


def test_a_lever_of_the_kernel_is_seen_in_the_feed_outside(pi: ServingPi) -> None:
    with pi.asks("/feed.ndjson") as feed:
        state = json.loads(feed.readline())["state"]
        assert stands(state, 9) == ("open", "")
        pi.moves(9, stands=False)
        while stands(state, 9) != ("shut", "open"):
            state |= json.loads(feed.readline()).get("set", {})
        pi.moves(9, stands=True)
        while stands(state, 9) != ("open", ""):
            state |= json.loads(feed.readline()).get("set", {})


def test_a_lever_falls_in_a_browser_outside(pi: ServingPi) -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None or find_spec("playwright") is None:
        pytest.skip("no Chromium here: make test-browser gets it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.set_default_timeout(LONG * 1_000)
        page.goto(f"http://127.0.0.1:{pi.port}/tv")
        page.wait_for_selector(".tile.is-open")
        assert not page.query_selector_all(LYING)
        pi.moves(9, stands=False)
        page.wait_for_selector(LYING)
        page.screenshot(path=_picture())
        pi.moves(9, stands=True)
        page.wait_for_selector(LYING, state="detached")
        browser.close()


def _picture() -> str:
    folder = ROOT / "build" / "pages"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "virtual_pi.png")
