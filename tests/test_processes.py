"""Every process is started in one place, and no Python looks where it is started."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FACTORY = "packaging/gpiozero-gpiod/gpiozero_gpiod"
PRODUCT = ("boxctl", "hardware", "firmware_bridge", "groundwork", FACTORY)
THE_PLACE = "groundwork/system/programs.py"

STARTS = {
    "subprocess": None,
    "pty": None,
    "multiprocessing": None,
    "concurrent.futures.process": None,
    "concurrent.futures": {"ProcessPoolExecutor"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell", "subprocess"},
    "os": {
        "system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp", "startfile",
        *(f"exec{kind}" for kind in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")),
        *(f"spawn{kind}" for kind in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")),
    },
}  # fmt: skip
"""What starts processes: these names of a module, or all of it."""

SPAWNS = "boxctl/simulation/plan.py"
"""Has processes for matches, each the same Python with the same modules, within spawning_safely."""


def sources() -> list[Path]:
    return [file for part in PRODUCT for file in sorted((ROOT / part).rglob("*.py"))]


def of_package(module: str) -> set[str] | None:
    """Return the names of a module that start processes; None if all of it does."""
    if module in STARTS:
        return STARTS[module]
    package = module.partition(".")[0]
    return None if STARTS.get(package, set()) is None else set()


def starts(tree: ast.AST) -> Iterator[str]:
    """Yield what a module imports or names that starts processes."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if of_package(each.name) is None)
            case ast.ImportFrom(module=str(module), names=names):
                own = of_package(module)
                yield from (f"{module}.{each.name}" for each in names
                            if own is None or each.name in own)  # fmt: skip
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in (STARTS.get(module) or ()):
                    yield f"{module}.{name}"


def test_nothing_else_starts_a_process() -> None:
    found = {str(file.relative_to(ROOT)): set(starts(ast.parse(file.read_text(encoding="utf-8"))))
             for file in sources()}  # fmt: skip
    assert {name: ways for name, ways in found.items() if ways} == {
        THE_PLACE: {"subprocess"},
        SPAWNS: {"concurrent.futures.ProcessPoolExecutor", "multiprocessing.get_context"},
    }
    assert "spawning_safely()" in (ROOT / SPAWNS).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "code",
    [
        "import subprocess", "import subprocess as s", "from subprocess import run",
        "import os\nos.system('x')", "from os import execv", "import multiprocessing.pool",
        "from multiprocessing.pool import Pool", "import pty",
        "from concurrent.futures import ProcessPoolExecutor",
        "import asyncio\nasyncio.create_subprocess_exec('x')",
    ],
)  # fmt: skip
def test_this_test_finds_each_way(code: str) -> None:
    assert list(starts(ast.parse(code)))


def commands(tree: ast.AST) -> Iterator[Sequence[object]]:
    """Yield the constants of every list, tuple and call that has ``-m``, in their order."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Tuple | ast.List):
            parts = node.elts
        elif isinstance(node, ast.Call):
            parts = node.args
        words = [part.value for part in parts if isinstance(part, ast.Constant)]
        if "-m" in words:
            yield words


def test_every_python_that_is_started_is_isolated() -> None:
    """Not from the working directory, nor by PYTHONPATH, comes any of its modules."""
    found = [words for file in sources()
             for words in commands(ast.parse(file.read_text(encoding="utf-8")))
             # Which is only looked for, in the list of processes, or said to people.
             if list(words) not in (["-m", "boxctl"], ["-m", "pip", "install"])]  # fmt: skip
    assert len(found) >= 2
    assert [words for words in found if words[:2] != ["-I", "-m"]] == []


def test_every_python_of_the_debian_package_is_isolated() -> None:
    scripts = ROOT / "packaging/debian_package/scripts"
    calls = [line.strip() for script in sorted(scripts.iterdir())
             for line in script.read_text().splitlines() if "/python" in line]  # fmt: skip
    assert calls
    assert [line for line in calls if "python3 -I " not in line] == []
