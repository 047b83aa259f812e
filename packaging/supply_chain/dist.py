"""Build the sdist and the wheel into ``dist``, check them, and play a match with the wheel.

``make dist`` runs it. The wheel is built from the sdist, so a file that the sdist lacks is found.
It is installed into an empty environment with the versions of constraints.txt, and leaves nothing
but the two files behind. Both have the images of the firmware that ``make firmware`` has built.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
IMAGES = "firmware_bridge/images"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")

MATCH = ("play", "--plain", "--players", "highest-first,random", "--set", "tiles=3", "--seed", "3")
"""A match of two robots, which needs nobody at the keys."""


def main() -> None:
    """Build, check and try. Raises SystemExit with the output of the first step that fails."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(DIST)])
    (sdist,) = DIST.glob("*.tar.gz")
    run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(DIST), str(sdist)])
    (wheel,) = DIST.glob("*.whl")
    print(run([sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel)]))
    compare_images(sdist, wheel)
    with tempfile.TemporaryDirectory() as folder:
        try_wheel(wheel, Path(folder))
    print(f"{sdist.relative_to(ROOT)} and {wheel.relative_to(ROOT)} are right")


def compare_images(sdist: Path, wheel: Path) -> None:
    """Compare the images in both with those that were built. Raises SystemExit if one differs."""
    built = {path.name: path.read_bytes() for path in (ROOT / IMAGES).iterdir()}
    top = sdist.name.removesuffix(".tar.gz")
    with tarfile.open(sdist) as in_sdist, zipfile.ZipFile(wheel) as in_wheel:
        for packed, names, read in (
            (sdist, in_sdist.getnames(), lambda name: in_sdist.extractfile(f"{top}/{name}")),
            (wheel, in_wheel.namelist(), in_wheel.open),
        ):
            there = {name.rpartition("/")[2] for name in names if f"{IMAGES}/" in name}
            if there != built.keys():
                raise SystemExit(f"{packed} has the images {sorted(there)}, not {sorted(built)}")
            for name, content in built.items():
                file = read(f"{IMAGES}/{name}")
                if file is None or file.read() != content:
                    raise SystemExit(f"{packed} has another {name} than was built")


def try_wheel(wheel: Path, folder: Path) -> None:
    """Install the wheel into an empty environment, ask it for its version, and play."""
    environment = folder / "environment"
    run([sys.executable, "-m", "venv", "--without-pip", str(environment)])
    run([*PIP, "--python", str(environment / "bin/python"), "install",
         "--constraint", str(ROOT / "constraints.txt"), str(wheel)])  # fmt: skip
    boxctl = str(environment / "bin/boxctl")
    print(run([boxctl, "--version"], folder))
    for asked in (["rules", "list"], ["explain", "BX404"], ["completion", "bash"], ["--help"]):
        run([boxctl, *asked], folder)
    for language in ("de", "fr"):
        told = run([boxctl, "explain", "BX404", "--lang", language], folder)
        if f"faults.{language}.md" not in told:
            raise SystemExit(f"the wheel has no page of the faults in {language}:\n{told}")
        page = (ROOT / f"docs/rulebook.{language}.md").read_text(encoding="utf-8")
        (title,) = re.findall(r"^## R3 (.*)$", page, re.MULTILINE)
        if title not in (told := run([boxctl, "explain", "R3", "--lang", language], folder)):
            raise SystemExit(f"the wheel has no rule book in {language}:\n{told}")
    image = run([boxctl, "firmware", "info", "--table", "small_box"], folder)
    if f"{environment}/" not in image:
        raise SystemExit(f"the wheel's own image of the firmware is not taken:\n{image}")
    played = run([boxctl, *MATCH, "--journal", str(folder / "journal.db")], folder)
    if "wins" not in played:
        raise SystemExit(f"the match came to no end:\n{played}")
    run([boxctl, "verify", "last", "--journal", str(folder / "journal.db")], folder)


def run(command: Sequence[str], where: Path = ROOT) -> str:
    """Run a program without input, and return what it prints. Raises SystemExit if it fails."""
    # Nothing of this checkout may stand in for what the wheel lacks.
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(
        command, cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, env=outside, check=False,
    )  # fmt: skip
    if ended.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{ended.stdout}")
    return ended.stdout.strip()


if __name__ == "__main__":
    main()
