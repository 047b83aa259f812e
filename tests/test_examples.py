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


def test_every_example_is_in_the_guide() -> None:
    assert EXAMPLES == [
        "command", "display", "lamp_driver", "language", "page_field", "setting", "variant",
    ]  # fmt: skip
    assert set(EXAMPLES) - set(PATCHES) == {"lamp_driver", "language"}
    for page in ("CONTRIBUTING.md", "examples/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for example in EXAMPLES:
            assert f"{example}/README.md)" in text, f"{page} does not name {example}"
