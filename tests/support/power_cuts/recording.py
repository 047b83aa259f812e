"""Runs a program so that all it does to the files of a directory is written down."""

from __future__ import annotations

import atexit
import functools
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import pytest

from tests.support.power_cuts.cuts import Log
from tests.support.power_cuts.image import Image, inodes, read_image
from tests.support.power_cuts.log_file import Call, Entry, packed

_SOURCES = Path(__file__).with_name("recorder")
_REBUILT = "-shm"
"""What SQLite shares between processes through memory: lost with the last of them, by design."""

NEEDS_GCC = pytest.mark.skipif(
    platform.system() != "Linux" or not shutil.which("gcc"),
    reason="power cuts are recorded by a library for Linux that gcc builds, and there is none",
)


class RecordingError(Exception):
    """The recording is not what the program did, or the program failed."""


def record(
    command: Sequence[str | Path],
    directory: Path,
    *,
    given: bytes = b"",
    environment: Mapping[str, str] | None = None,
    ends_with: int = 0,
    patience: float = 120.0,
) -> Log:
    """Run a program to its end and give the log of what it did in ``directory``.

    What the directory holds before is taken as durable. What the program writes to its standard
    output counts as shown.

    Args:
        command: the program and its arguments.
        directory: an existing directory; what is below it counts too.
        given: the program's standard input.
        environment: instead of this process's own.
        ends_with: the exit status the program has to end with.
        patience: seconds until it must have ended.

    Raises:
        RecordingError: it ended otherwise, or changed a file in a way that could not be recorded.
    """
    with Recorder(directory, environment) as recorder:
        ended = subprocess.run(
            [os.fspath(part) for part in command],
            input=given,
            env=recorder.environment,
            capture_output=True,
            timeout=patience,
            check=False,
        )
        if ended.returncode != ends_with:
            said = ended.stderr.decode("utf-8", "replace")[-2000:]
            raise RecordingError(f"the program ended with {ended.returncode}: {said}")
        return recorder.log()


class Recorder:
    """Records any program that is started with its ``environment``, and those which that starts.

    What counts as shown is what they write to where the first of them has its standard output, and
    to the file that POWER_CUTS_SHOWN names.
    """

    def __init__(self, directory: Path, environment: Mapping[str, str] | None = None) -> None:
        self._directory = directory.resolve(strict=True)
        self._scratch = Path(tempfile.mkdtemp(prefix="power-cuts-"))
        self._file = self._scratch / "log"
        self._file.write_bytes(b"".join(packed(entry) for entry in _found(self._directory)))
        shown = self._scratch / "shown"
        shown.touch()
        given = os.environ if environment is None else environment
        libraries = [str(_library()), *given.get("LD_PRELOAD", "").split()]
        self.environment: dict[str, str] = {
            **given,
            "LD_PRELOAD": " ".join(libraries),
            "POWER_CUTS_DIRECTORY": str(self._directory),
            "POWER_CUTS_LOG": str(self._file),
            "POWER_CUTS_SHOWN": str(shown),
        }

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self._scratch)

    def log(self) -> Log:
        """What was recorded, once the programs have ended.

        Raises:
            RecordingError: the directory is not what the recorded calls make of it.
        """
        log = Log(self._file.read_bytes())
        if log.start == len(log.entries):
            raise RecordingError("the recorder was not loaded: is the program linked statically?")
        _check(log, read_image(self._directory))
        return log


def _check(log: Log, real: Image) -> None:
    """Nothing may have been changed by a call that the recorder does not know."""
    try:
        disk = log.disk(len(log.entries))
    except KeyError as unknown:
        raise RecordingError(f"{unknown} came about by a call that was not recorded") from None
    recorded = disk.live_image()
    mapped = {name for name in recorded if disk.is_mapped(name)}
    if loud := sorted(name for name in mapped if not name.endswith(_REBUILT)):
        raise RecordingError(f"{loud[0]} is written to through memory, which cannot be recorded")
    for name in sorted(recorded.keys() | real.keys()):
        was, is_ = recorded.get(name), real.get(name)
        if not was or not is_:
            there = "is there" if is_ else "is not there"
            raise RecordingError(f"{name} {there}, by a call that was not recorded")
        if name not in mapped and was.contents != is_.contents:
            raise RecordingError(f"{name} was written by a call that was not recorded")


def _found(directory: Path) -> list[Entry]:
    """What the directory holds, as if a program had just made it."""
    inode = inodes(directory)
    entries = [Entry(Call.MADE_DIRECTORY, inode["."], name=".")]
    seen: set[int] = set()
    for name, held in read_image(directory).items():
        file = inode[name]
        if held.contents is None:
            entries.append(Entry(Call.MADE_DIRECTORY, file, name=name))
        elif file in seen:
            entries.append(Entry(Call.LINKED, file, name=name))
        else:
            entries.append(Entry(Call.CREATED, file, held.permissions, name))
            entries.append(Entry(Call.WROTE, file, 0, data=bytes(held.contents)))
        seen.add(file)
    return entries


@functools.cache
def _library() -> Path:
    """The recorder, built once a process."""
    scratch = Path(tempfile.mkdtemp(prefix="power-cuts-"))
    atexit.register(shutil.rmtree, scratch)
    library = scratch / "recorder.so"
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-U_FORTIFY_SOURCE"]
    sources = sorted(_SOURCES.glob("*.c"))
    subprocess.run(
        ["gcc", *flags, "-shared", "-fPIC", "-pthread", "-o", library, *sources], check=True
    )
    return library
