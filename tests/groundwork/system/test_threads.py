"""Where the system allows no further thread, people get one sentence instead of a traceback."""

from __future__ import annotations

import _thread
import ast
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.session import Journal
from boxctl.screens.background_thinking import in_background as think
from boxctl.table.solo_best import in_background as work
from groundwork.faults import Fault
from groundwork.language import current, language, speaking
from groundwork.system.threads import check_that_threads_start, naming_refused_threads, start_thread

PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork")

MAKE_THREADS = ("Thread", "Timer")


@pytest.fixture
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse each further thread, as Python does when the system refuses it."""

    def refuse(*_given: object, **_named: object) -> int:
        raise RuntimeError("can't start new thread")

    for name in ("_start_new_thread", "_start_joinable_thread"):
        if hasattr(threading, name):
            monkeypatch.setattr(threading, name, refuse)
    monkeypatch.setattr(_thread, "start_new_thread", refuse)


@pytest.mark.usefixtures("no_thread")
def test_a_refused_thread_is_a_fault() -> None:
    with pytest.raises(Fault) as refused:
        start_thread(threading.Thread(target=print))
    assert refused.value.code == "BX915"


def test_a_library_that_waits_for_a_refused_thread_is_the_same_fault() -> None:
    with pytest.raises(Fault, match="BX915"), naming_refused_threads():
        threading.Thread(target=print).join()


def test_as_many_threads_as_are_allowed_are_tried_and_none_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = threading.active_count()
    check_that_threads_start(3)
    start = threading.Thread.start
    allowed = iter(range(3))

    def counted(thread: threading.Thread) -> None:
        if next(allowed, None) is None:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", counted)
    with pytest.raises(Fault, match="BX915"):
        check_that_threads_start(4)
    assert threading.active_count() == before


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="another"), naming_refused_threads():
        raise RuntimeError("another")


@pytest.mark.usefixtures("no_thread")
@pytest.mark.parametrize(
    "command",
    [("play", "--plain"), ("web", "127.0.0.1:0"), ("play",)],
    ids=" ".join,
)
def test_a_command_says_so_in_one_line(
    command: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    journal = tmp_path / "journal.db"
    with closing(Journal(journal, "box")):
        pass
    opened = _connections_opened(monkeypatch)
    assert main([*command, "--journal", str(journal), "--lang", "en"]) == 1
    said = capfd.readouterr().err
    assert said.startswith("BX915: the system allows no further thread")
    assert said.count("\n") == 1
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError):
            connection.total_changes  # noqa: B018


@pytest.mark.usefixtures("no_thread")
def test_what_a_thread_only_makes_pleasant_is_done_without() -> None:
    done: list[str] = []
    work(lambda: done.append("best"))
    assert done == ["best"]
    assert think(lambda: 3).result(0) == 3


def _connections_opened(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    opened: list[sqlite3.Connection] = []
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def kept(*given: object, **named: object) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", kept)
    return opened


def _bare_starts(source: str) -> list[int]:
    """Return the lines where a thread made in this module is started otherwise."""
    tree = ast.parse(source)
    made = {
        ast.unparse(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign) and _makes_a_thread(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "start"
        and (ast.unparse(node.func.value) in made or _makes_a_thread(node.func.value))
    ]


def _makes_a_thread(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in MAKE_THREADS


def test_a_thread_speaks_as_whoever_starts_it() -> None:
    heard = []
    with speaking(language("fr")):
        thread = threading.Thread(target=lambda: heard.append(current().code))
        start_thread(thread)
    thread.join()
    assert heard == ["fr"]


def test_every_thread_is_started_in_the_one_way() -> None:
    root = Path(__file__).parents[3]
    files = [file for package in PRODUCT for file in sorted((root / package).rglob("*.py"))]
    assert any("Thread(" in file.read_text("utf-8") for file in files)
    bare = {file.relative_to(root): _bare_starts(file.read_text("utf-8")) for file in files}
    assert {name for name, lines in bare.items() if lines} == set()


@pytest.mark.parametrize(
    "source",
    ["Thread(target=f).start()", "self.t = threading.Thread(target=f)\nself.t.start()"],
)
def test_a_bare_start_is_found(source: str) -> None:
    assert _bare_starts(source) != []
