"""Programs are started with nothing of whoever called root, and with all that others have set."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from groundwork.system import programs
from groundwork.system.programs import (
    environment,
    run_program,
    spawning_safely,
    start_own_module,
    start_with_input,
)

PATIENCE_S = 60.0

TELLS = (
    "import json, os; mask = os.umask(0); print(json.dumps([os.getcwd(), dict(os.environ), mask]))"
)
TELL = [sys.executable, "-I", "-c", TELLS]

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root is protected so")


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory in which somebody has put modules for whoever comes along."""
    folder = tmp_path / "trap"
    folder.mkdir()
    for name in ("json", "runpy", "venv", "pip", "compileall", "numpy", "multiprocessing",
                 "sitecustomize", "usercustomize", "selectors", "signal", "boxctl"):  # fmt: skip
        (folder / f"{name}.py").write_text(
            f"open({str(folder / 'sprung')!r}, 'a').write({name!r} + ' ')\nraise SystemExit(9)\n"
        )
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@only_root
def test_root_starts_programs_in_the_root_without_what_a_caller_has_set(
    trap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PIP_INDEX_URL", "MAKEFLAGS", "LD_LIBRARY_PATH", "TMPDIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, "/of/somebody")
    monkeypatch.setenv("HOME", str(trap))
    monkeypatch.setenv("LC_TIME", "de_DE.UTF-8")
    before = os.umask(0o000)
    try:
        ended = run_program(TELL, PATIENCE_S)
    finally:
        os.umask(before)
    folder, got, mask = json.loads(ended.output)
    assert (folder, mask) == ("/", 0o022)
    kept = {"HOME", "PATH", "LANG", "LANGUAGE", "LC_CTYPE", "LC_TIME", "LC_ALL", "TERM", "TZ"}
    assert set(got) <= kept
    assert (got["HOME"], got["LC_TIME"]) == ("/root", "de_DE.UTF-8")
    assert not (trap / "sprung").exists()


@only_root
def test_root_finds_programs_only_where_nobody_else_can_put_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, mode, owner, group in (
        ("own", 0o755, 0, 0), ("open", 0o777, 0, 0), ("sticky", 0o1777, 0, 0),
        ("of_others", 0o755, 65534, 0), ("of_group", 0o775, 0, 100),
    ):  # fmt: skip
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
        os.chown(tmp_path / name, owner, group)
    places = [str(tmp_path / name) for name in ("own", "open", "sticky", "of_others", "of_group")]
    monkeypatch.setenv("PATH", ":".join([*places, "", ".", "bin", str(tmp_path / "missing")]))
    assert environment()["PATH"] == str(tmp_path / "own")


def test_others_start_programs_where_they_are_and_with_what_they_have_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PULSE_SERVER", "desk")
    folder, got, _mask = json.loads(run_program(TELL, PATIENCE_S).output)
    assert Path(folder).samefile(tmp_path)
    assert got["PULSE_SERVER"] == "desk"


def test_a_program_may_be_named_from_where_people_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "say"
    program.write_text("#!/bin/sh\necho said\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert run_program(["./say"], PATIENCE_S).output == "said\n"


def test_one_that_takes_too_long_is_an_os_error() -> None:
    with pytest.raises(TimeoutError):
        run_program([sys.executable, "-I", "-c", "input(open('/dev/zero').read())"], 0.0)
    assert issubclass(TimeoutError, OSError)


def test_what_it_complains_of_is_apart_or_together() -> None:
    command = [sys.executable, "-I", "-c", "import os; os.write(1, b'a'); os.write(2, b'b')"]
    apart = run_program(command, PATIENCE_S)
    assert (apart.status, apart.output, apart.errors) == (0, "a", "b")
    assert run_program(command, PATIENCE_S, together=True).output == "ab"


def test_a_module_of_our_own_finds_what_we_find_and_nothing_where_it_is_started(
    trap: Path,
) -> None:
    with start_own_module("groundwork.faults") as process:
        assert process.stdout is not None
        process.stdout.read()
    assert process.returncode == 0
    assert not (trap / "sprung").exists()


def test_a_process_of_matches_looks_for_nothing_where_it_is_started(trap: Path) -> None:
    """As multiprocessing starts it: by ``-c``, which puts the working directory first."""
    from multiprocessing import get_context

    os.environ.pop("PYTHONPATH")
    with spawning_safely():
        process = get_context("spawn").Process(target=print)
        process.start()
    process.join()
    assert not (trap / "sprung").exists(), (trap / "sprung").read_text()
    assert process.exitcode == 0
    assert "PYTHONSAFEPATH" not in os.environ


def test_a_speaking_program_is_started_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "environment", lambda: {"ONLY": "this"})
    command = [sys.executable, "-I", "-c", f"import sys; sys.stdout = sys.stderr; {TELLS}"]
    with start_with_input(command) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.close()
        _folder, got, _mask = json.loads(process.stderr.read())
    assert set(got) - {"LC_CTYPE"} == {"ONLY"}
