"""Who builds the folder of ``make browser`` again from the same checkout gets the same files."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[5]


def built(folder: Path, hash_seed: str) -> dict[str, str]:
    """Build the folder and return the hash of each of its files."""
    # Neither the order of Python's sets nor the time of a file may show.
    environment = os.environ | {"PYTHONPATH": "packaging", "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "browser_site", str(folder)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=600)
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_two_builds_are_the_same_files(tmp_path: Path) -> None:
    one, other = built(tmp_path / "one", "1"), built(tmp_path / "other", "2")
    assert "program.zip" in one and "python/python_stdlib.zip" in one
    differing = [name for name in one.keys() | other.keys() if one.get(name) != other.get(name)]
    assert sorted(differing) == []
