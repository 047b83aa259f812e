"""Get packages of npm by the hashes of a package-lock.json, and node itself if it is missing."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

GET_NODE = Path(__file__).with_name("get_node.sh")


class NotToBeHadError(Exception):
    """Something cannot be had here. The text says why, without a full stop."""


def get_npm_packages(named_in: Path, folder: Path) -> Path:
    """Get the packages that the package-lock.json in one folder names, into another.

    Return where they are. Raises :class:`NotToBeHadError`.
    """
    if subprocess.run([GET_NODE], capture_output=True, check=False).returncode:
        raise NotToBeHadError("node and npm are missing")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(named_in / name, folder)
    command = ["npm", "ci", "--ignore-scripts", "--silent", "--prefix", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [*done.stderr.splitlines(), *done.stdout.splitlines()]
        raise NotToBeHadError(f"npm could not install it: {(said or ['nothing was said'])[-1]}")
    return folder / "node_modules"
