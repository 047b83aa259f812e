"""``make deb``: build ``build/boxctl-referee_VERSION_ARCHITECTURE.deb``.

The package has a Python environment of its own in ``/usr/lib/boxctl``, as Debian has gpiod and
Textual only in versions that are too old. Its compiled parts are made for one version of Python, so
each Debian release needs its own package: ``--python 3.11`` for Bookworm, ``3.13`` for Trixie. It
need not be built where it will run: pip takes the wheels of that Python and architecture, by their
hashes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from email.utils import formatdate
from pathlib import Path

from boxctl import __version__
from boxctl.service.make_version import launcher
from debian_package.locked import locked

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
HOME = "usr/lib/boxctl"

MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's name for each architecture, and that of the wheels."""

GLIBC = range(36, 4, -1)
"""The minor versions of glibc 2 whose wheels Bookworm, the oldest of the two, can load."""

CONTROL = """\
Package: boxctl-referee
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: python3, python{python}, adduser, libc6 (>= 2.36), libgcc-s1, libstdc++6, zlib1g
Suggests: espeak-ng, avrdude
Section: misc
Priority: optional
Description: referee inside a wooden Shut the Box
 boxctl referees a wooden box with real levers and real dice: every rule of
 many variants, every ruling with its reason, on displays, lamps and aloud.
 It runs as a service on a Raspberry Pi or beside a microcontroller, and the
 same game is played in the terminal, without hardware.
 .
 With a box.toml in /etc/boxctl, sudo systemctl enable --now boxctl starts a
 box with the machine.
"""

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: boxctl-referee
Comment: /usr/lib/boxctl/lib has packages of others. The licence of each is in its dist-info
 directory there, and /usr/lib/boxctl/share/doc/boxctl/licences.md lists them all.

Files: *
Copyright: 2026 The boxctl founders
License: Expat
"""

CHANGELOG = """\
boxctl-referee ({version}) unstable; urgency=medium

  * See NEWS.md.gz for what has changed.

 -- {maintainer}  {date}
"""

MAINTAINER = "The boxctl founders <boxctl@localhost.localdomain>"

SHELLS = {
    "bash": "usr/share/bash-completion/completions/boxctl",
    "zsh": "usr/share/zsh/vendor-completions/_boxctl",
    "fish": "usr/share/fish/vendor_completions.d/boxctl.fish",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the package and print its path."""
    options = argparse.ArgumentParser(prog="make deb", description=(__doc__ or "").split("\n\n")[1])
    options.add_argument("--python", default=f"{sys.version_info[0]}.{sys.version_info[1]}")
    options.add_argument("--architecture", choices=MACHINES, default=_own_architecture())
    given = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        tree.mkdir(mode=0o755)
        put_program(tree, given.python, given.architecture)
        put_documents(tree, given.python)
        put_control(tree, given.python, given.architecture)
        for path in (tree, *tree.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or is_program(path) else 0o644)
        print(packed(tree, given.python, given.architecture))
    return 0


def put_program(tree: Path, python: str, architecture: str) -> None:
    """Put the environment and the command into the tree."""
    home = tree / HOME
    packages = home / f"lib/python{python}/site-packages"
    packages.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, str(ROOT)])
        (wheel,) = Path(folder).glob("*.whl")
        wanted = Path(folder) / "wanted.txt"
        wanted.write_text(
            "\n".join(locked(python, MACHINES[architecture])) + "\n", encoding="utf-8"
        )
        into = [*pip, "install", "--no-deps", "--no-compile", "--ignore-installed"]
        machine = MACHINES[architecture]
        platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC]
        platforms += [f"manylinux2014_{machine}", "any"]
        run([*into, "--target", str(packages), "--require-hashes", "--only-binary", ":all:",
             "--implementation", "cp", "--python-version", python, "--abi",
             f"cp{python.replace('.', '')}", "--abi", "abi3", "--abi", "none",
             *(part for each in platforms for part in ("--platform", each)),
             "--requirement", str(wanted)])  # fmt: skip
        run([*into, "--prefix", str(home), str(wheel)])
    put_own_packages_there(home, packages)
    (home / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {python}\n"
    )
    for left_out in ("bin", "__pycache__", "share"):
        shutil.rmtree(packages / left_out, ignore_errors=True)
    # It names the wheel in the folder of this build, which nobody else has.
    (origin,) = packages.glob("boxctl_referee-*.dist-info/direct_url.json")
    origin.unlink()
    programs = home / "bin"
    shutil.rmtree(programs, ignore_errors=True)
    programs.mkdir()
    (programs / "python3").symlink_to(f"/usr/bin/python{python}")
    command = programs / "boxctl"
    command.write_text(launcher(f"/{HOME}/bin/python3"))
    command.chmod(0o755)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/boxctl").symlink_to("../lib/boxctl/bin/boxctl")


def put_own_packages_there(home: Path, packages: Path) -> None:
    """Move what pip has put where this Python looks to where the package's Python looks."""
    (own,) = {path.parent for path in home.rglob("site-packages/boxctl")}
    if own != packages:
        for path in own.iterdir():
            shutil.move(path, packages / path.name)
        for empty in (own, own.parent):
            shutil.rmtree(empty)


def put_documents(tree: Path, python: str) -> None:
    """Put the unit, manual pages, completions, copyright and changelog into the tree."""
    unit = tree / "usr/lib/systemd/system/boxctl.service"
    unit.parent.mkdir(parents=True)
    unit.write_text(unit_of_package(), encoding="utf-8")
    pages = tree / "usr/share/man/man1"
    pages.mkdir(parents=True)
    for page in (ROOT / "packaging/man_pages/man1").glob("*.1"):
        compress(page.read_bytes(), pages / f"{page.name}.gz")
    shutil.rmtree(tree / HOME / "share/man")
    for shell, place in SHELLS.items():
        script = tree / place
        script.parent.mkdir(parents=True)
        script.write_text(run([sys.executable, "-m", "boxctl", "completion", shell]))
    about = tree / "usr/share/doc/boxctl-referee"
    about.mkdir(parents=True)
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").split("\n\n", 2)[2]
    indented = "".join(f" {line or '.'}\n" for line in licence.strip().splitlines())
    (about / "copyright").write_text(COPYRIGHT + indented, encoding="utf-8")
    compress(
        CHANGELOG.format(
            version=deb_version(python), maintainer=MAINTAINER, date=formatdate(0)
        ).encode(),
        about / "changelog.gz",
    )
    compress((ROOT / "CHANGELOG.md").read_bytes(), about / "NEWS.md.gz")
    overrides = tree / "usr/share/lintian/overrides/boxctl-referee"
    overrides.parent.mkdir(parents=True)
    shutil.copyfile(HERE / "lintian-overrides", overrides)


def unit_of_package() -> str:
    """Return the unit of docs/, which starts the program of the package."""
    text = (ROOT / "docs/boxctl.service").read_text(encoding="utf-8")
    return text.replace("/opt/boxctl/current/bin", f"/{HOME}/bin")


def put_control(tree: Path, python: str, architecture: str) -> None:
    """Put what dpkg reads into the tree."""
    control = tree / "DEBIAN"
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    sums = [f"{hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()}  "
            f"{file.relative_to(tree)}\n" for file in files]  # fmt: skip
    control.mkdir()
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")
    size = sum(file.stat().st_size for file in files) // 1024
    values = {"version": deb_version(python), "architecture": architecture, "python": python}
    about = CONTROL.format(size=size, maintainer=MAINTAINER, **values)
    (control / "control").write_text(about, encoding="utf-8")
    for script in (HERE / "scripts").iterdir():
        shutil.copyfile(script, control / script.name)
        (control / script.name).chmod(0o755)


def packed(tree: Path, python: str, architecture: str) -> Path:
    """Pack the tree, and return the file."""
    made = ROOT / f"build/boxctl-referee_{deb_version(python)}_{architecture}.deb"
    made.parent.mkdir(exist_ok=True)
    run(["dpkg-deb", "--root-owner-group", "--build", str(tree), str(made)])
    return made


def deb_version(python: str) -> str:
    """Return the version of the package: those of Bookworm and Trixie stand side by side."""
    return f"{__version__}+py{python}"


def is_program(file: Path) -> bool:
    """Return whether a file can be run; the wheels mark their libraries as if they could be."""
    return file.stat().st_mode & 0o100 != 0 and ".so" not in file.suffixes


def compress(content: bytes, file: Path) -> None:
    """Write a file as Debian compresses documents: without a name and a time."""
    file.write_bytes(gzip.compress(content, 9, mtime=0))


def run(command: Sequence[str]) -> str:
    """Run a program and return what it prints. Raises SystemExit with its errors if it fails."""
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise SystemExit(f"{' '.join(command[:4])} failed:\n{ended.stdout}{ended.stderr}")
    return ended.stdout


def _own_architecture() -> str:
    own = os.uname().machine
    return next((name for name, machine in MACHINES.items() if machine == own), "amd64")


if __name__ == "__main__":
    sys.exit(main())
