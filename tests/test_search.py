"""What is searched is the same every time: it hangs on nothing but the test's own source."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import search, soak

HERE = Path(__file__).parent
CHANCE = re.compile(
    r"\bRandom\(\)|SystemRandom|\bsecrets\.\w|\b(?:import|from) secrets\b"
    r"|\burandom\b|(?<!urn:)\buuid"
)
"""Sources of chance that nobody can repeat."""

SHARED_CHANCE = re.compile(r"(?<![\w.])random\.(?!Random\b)\w+\(")
"""The same in a file that imports the module of this name."""


def drawn() -> list[tuple[int, str]]:
    """All examples of a property, in order."""
    examples: list[tuple[int, str]] = []

    @settings(settings.get_profile(search.FIXED), max_examples=200)
    @given(st.integers(), st.text())
    def keep(number: int, text: str) -> None:
        examples.append((number, text))

    keep()
    return examples


def test_the_examples_are_the_same_every_time() -> None:
    assert drawn() == drawn()


def test_the_examples_do_not_depend_on_the_modules_that_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn()
    path = tmp_path / "loaded_by_another_test.py"
    path.write_text("".join(f"A{n} = {10**6 + 7 * n}\nB{n} = 'text {n}'\n" for n in range(100)))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    spec.loader.exec_module(module)
    assert drawn() == before


def test_the_profile_forgets_what_was_found_before_and_knows_no_deadline() -> None:
    for name in (search.FIXED, search.SOAK):
        profile = settings.get_profile(name)
        assert (profile.database, profile.deadline, profile.print_blob) == (None, None, True)
    assert settings.get_profile(search.FIXED).derandomize
    assert not settings.get_profile(search.SOAK).derandomize


def test_no_test_draws_a_chance_that_nobody_can_repeat() -> None:
    others = [path for path in sorted(HERE.rglob("*.py")) if path != Path(__file__)]
    assert [line for path in others for line in lines_of_chance(path)] == []


def lines_of_chance(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    shared = re.search(r"^import random$", text, re.MULTILINE) is not None
    return [
        f"{path.relative_to(HERE)}:{number}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), 1)
        if CHANCE.search(line) or (shared and SHARED_CHANCE.search(line))
    ]


def test_a_soak_says_how_its_finding_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert soak.commands_to_find_again(["tests/a.py::test_b"]) == []
    monkeypatch.setattr(soak, "SEED", "7")
    monkeypatch.setattr(soak, "SOAK", 100)
    assert soak.commands_to_find_again(["tests/a.py::test_b[x y]"]) == [
        "again: make soak SEED=7 LONGER=100 TESTS='tests/a.py::test_b[x y]'"
    ]


def test_a_soak_has_another_chance_with_each_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = [soak.chance("an evening").random() for _ in range(2)]
    assert fixed[0] == fixed[1]
    monkeypatch.setattr(soak, "SEED", "7")
    assert soak.chance("an evening").random() != fixed[0]


def test_a_soak_says_how_many_of_each_kind_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "SEED", "7")
    before = soak.take_tried()  # Nothing, as this test has counted nothing yet.
    soak.tried("matches")
    soak.tried("rulings", 1_200)
    one = soak.take_tried()
    soak.tried("matches", 2)
    other = soak.take_tried()
    assert soak.in_all([*before, *one, *other]) == ["figure: 3 matches", "figure: 1,200 rulings"]
    assert soak.take_tried() == []


def test_a_test_keeps_what_it_has_counted(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    """Workers of xdist send the properties of a test to the process that prints them."""
    root, test = pytestconfig.rootpath, tmp_path / "test_it.py"
    test.write_text("from tests.support.soak import tried\ndef test_it(): tried('throws', 5)\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", "-c", root / "pyproject.toml",
         "--rootdir", root, "-p", "tests.conftest", test],
        cwd=root, env=os.environ | {"SOAK_SEED": "7"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "figure: 5 throws" in ran.stdout.splitlines()
