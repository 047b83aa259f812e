"""The worked examples of CONTRIBUTING.md fit the code as it is, and do what they say.

The commands in the README of each example are run on a copy of the tree.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

EXAMPLES = sorted(path.parent.name for path in ROOT.glob("examples/*/README.md"))
PATCHES = sorted(path.parent.name for path in ROOT.glob("examples/*/edits.patch"))

NOT_COPIED = shutil.ignore_patterns(
    "__pycache__", ".*", "build", "dist", "*_kept", "virtual_pi", "*.egg-info"
)

IF_A_PATCH_NO_LONGER_FITS = (
    "If a patch no longer fits: commit your change first, then make the patch again as "
    'examples/README.md says under "When a patch no longer fits".'
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the tree, without what the examples do not need."""
    shutil.copytree(ROOT, tmp_path / "copy", symlinks=True, ignore=NOT_COPIED)
    return tmp_path / "copy"


def run(command: str, copy: Path) -> str:
    """What the command prints in the copy; it has to succeed."""
    programs = Path(sys.executable).parent
    ended = subprocess.run(
        ["bash", "-c", f"set -eo pipefail\n{command}"],
        cwd=copy,
        env=os.environ
        | {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(copy),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_ADDOPTS": "-p no:cacheprovider -p no:xdist",
            # A copy below another checkout is not part of it.
            "GIT_CEILING_DIRECTORIES": str(copy.parent),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}\n{IF_A_PATCH_NO_LONGER_FITS}"
    return ended.stdout


def commands(example: str) -> str:
    """The ``sh`` block of an example's README."""
    readme = (ROOT / "examples" / example / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    return str(block)


@pytest.mark.parametrize("example", PATCHES)
def test_the_patch_of_an_example_fits(example: str) -> None:
    run(f"git apply --check examples/{example}/edits.patch", ROOT)


@pytest.mark.full
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_fits_and_does_what_it_says(example: str, copy: Path) -> None:
    run(commands(example), copy)
    new = ROOT / "examples" / example / "new"
    added = [str(path.relative_to(new)) for path in new.rglob("*.py")]
    changed = re.findall(r"^\+\+\+ b/(\S+\.py)$", patch(example), re.MULTILINE)
    if files := " ".join(added + changed):
        run(f"ruff check --no-cache {files}\nruff format --no-cache --check {files}", copy)


def patch(example: str) -> str:
    """The lines that an example changes in files that are there; none if it only adds files."""
    if example not in PATCHES:
        return ""
    return (ROOT / "examples" / example / "edits.patch").read_text(encoding="utf-8")


def files_by_hand(example: str) -> set[str]:
    """What somebody who follows the example writes, without tests of it and what a command writes.

    The second reading of the rule book is no such test, and neither are its worked cases.
    """
    folder = ROOT / "examples" / example
    changed = set(re.findall(r"^\+\+\+ b/(\S+)$", patch(example), re.MULTILINE))
    package = [path.parent for path in folder.glob("*/pyproject.toml")]
    added = {
        path.relative_to(root).as_posix()
        for root in package or [folder / "new"]
        for path in root.rglob("*")
        if path.is_file() and not BY_THE_WAY.search(str(path.relative_to(root)))
    }
    tests = {path for path in added | changed if path.startswith("tests/")}
    return (added | changed) - {path for path in tests if not path.startswith(BOOK_AGAIN)}


BY_THE_WAY = re.compile(r"__pycache__|^build|\.egg-info")
"""What Python and pip leave in a folder."""

BOOK_AGAIN = ("tests/support/second_reading/", "tests/boxctl/rules/test_worked_cases")


def test_every_example_is_in_the_guide_with_the_files_that_it_takes() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    link = r"\[examples/(\w+)\]\(examples/\2/README\.md\)"
    rows = re.findall(rf"^\| [^|]* \| (\d+): [^|]* \| {link} \|$", guide, re.MULTILINE)
    assert {example: int(count) for count, example in rows} == {
        example: len(files_by_hand(example)) for example in EXAMPLES
    }


def test_every_example_is_on_the_page_of_the_examples() -> None:
    page = (ROOT / "examples/README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| \[(\w+)\]\(\1/README\.md\) \|", page, re.M)) == EXAMPLES
