"""Steps that change the system, each with its way back."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from boxctl.journal.disk.private_files import sync_directory
from boxctl.service.host import CommandFailed, ServiceHost, ServiceRefusal
from groundwork.faults import Fault, in_a_sentence
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, tr
from groundwork.system.files import read_small_file

FAILED = (OSError, CommandFailed, Fault)
"""The exceptions of a step that fails."""


MOST_BYTES = 1 << 20
"""More than any file has that is replaced."""


def content_of(host: ServiceHost, path: str) -> bytes | None:
    """Return the content of a file; None if it is not there. Never waits.

    Raises :class:`ServiceRefusal` (BX910) for what is no file, or cannot be read.
    """
    try:
        return read_small_file(host.at(path), MOST_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ServiceRefusal(
            tr(
                "{path} cannot be read ({why}); move it away, and try again",
                path=path,
                why=in_a_sentence(error),
            ),
        ) from error


class InstallStep(Protocol):
    """One change of the system."""

    @property
    def says(self) -> str:
        """The step in words."""

    @property
    def details(self) -> tuple[str, ...]:
        """The commands that it runs, or the lines that it writes."""

    def do(self, host: ServiceHost) -> None:
        """Change the system. Raises one of :data:`FAILED`."""

    def undo(self, host: ServiceHost) -> None:
        """Take back what was done, in full or in part. Raises one of :data:`FAILED`."""


@frozen_dataclass
class CommandStep:
    """Runs a program; another takes it back."""

    says: str
    command: tuple[str, ...]
    back: tuple[str, ...] = ()

    @property
    def details(self) -> tuple[str, ...]:
        """The command."""
        return (shlex.join(self.command),)

    def do(self, host: ServiceHost) -> None:
        """Run the program."""
        host.succeed(self.command)

    def undo(self, host: ServiceHost) -> None:
        """Run the one that takes it back."""
        if self.back:
            host.succeed(self.back)


def removal(host: ServiceHost, path: str) -> CommandStep:
    """Return the step that removes a file or a folder; nothing takes it back."""
    command = ("rm", "--recursive", "--force", str(host.at(path)))
    return CommandStep(tr("remove {path}", path=path), command)


class FileStep:
    """Writes a file, and the folders above it; ``then`` is run after it was written or restored."""

    def __init__(
        self, says: str, path: str, content: bytes, *, shown: bool, then: tuple[str, ...] = ()
    ) -> None:
        self.says = says
        self._path, self._content, self._shown, self._then = path, content, shown, then
        self._before: bytes | None = None
        self._folders: list[Path] = []

    @property
    def details(self) -> tuple[str, ...]:
        """The text of the file if it is shown, and the command that follows."""
        text = self._content.decode("utf-8", "replace").splitlines() if self._shown else []
        return (*text, *([shlex.join(self._then)] if self._then else []))

    def do(self, host: ServiceHost) -> None:
        """Write the file."""
        file = host.at(self._path)
        self._before = read_small_file(file, MOST_BYTES) if file.exists() else None
        self._folders = make_folders(file.parent)
        replace_file(file, self._content)
        if self._then:
            host.succeed(self._then)

    def undo(self, host: ServiceHost) -> None:
        """Write what was there before, or remove the file and the folders that were made."""
        file = host.at(self._path)
        if self._before is not None:
            replace_file(file, self._before)
        else:
            file.unlink(missing_ok=True)
        remove_empty(self._folders)
        if self._then:
            host.succeed(self._then)


class LinkStep:
    """Makes a symbolic link, in place of another if there is one."""

    def __init__(self, says: str, path: str, target: str) -> None:
        self.says = says
        self._path, self._target = path, target
        self._before: Path | None = None

    @property
    def details(self) -> tuple[str, ...]:
        """The link and where it leads."""
        return (f"{self._path} -> {self._target}",)

    def do(self, host: ServiceHost) -> None:
        """Make the link."""
        link = host.at(self._path)
        self._before = link.readlink() if link.is_symlink() else None
        make_folders(link.parent)
        replace_link(link, self._target)

    def undo(self, host: ServiceHost) -> None:
        """Restore the link that was there, or remove this one."""
        link = host.at(self._path)
        if self._before is not None:
            replace_link(link, str(self._before))
        else:
            link.unlink(missing_ok=True)


def carry_out(
    host: ServiceHost, steps: Sequence[InstallStep], tell: Callable[[InstallStep], None]
) -> None:
    """Do each step; after a failure or Ctrl-C, take back those that were done, the last first.

    ``tell`` is given each step before it is done. Raises Fault BX908, which names the step and what
    could not be taken back.
    """
    begun: list[InstallStep] = []
    try:
        for step in steps:
            tell(step)
            begun.append(step)
            step.do(host)
    except KeyboardInterrupt:
        _undo(host, begun)
        raise
    except FAILED as failure:
        left = _undo(host, begun)
        raise _failed(begun[-1], failure, left) from failure


def _undo(host: ServiceHost, begun: Sequence[InstallStep]) -> list[str]:
    """Undo all of these, and return what could not be undone."""
    left = []
    for step in reversed(begun):
        try:
            step.undo(host)
        except FAILED as failure:
            # The step that failed may have done nothing that can be undone.
            if step is not begun[-1]:
                left.append(f"{step.says} ({failure})")
    return left


def _failed(step: InstallStep, failure: Exception, left: list[str]) -> Fault:
    if left:
        return Fault(
            "BX908",
            tr(
                "this step failed: {step}: {why}. What was done before it was taken back, except: "
                "{left}",
                step=step.says,
                why=failure,
                left=clauses(left),
            ),
        )
    return Fault(
        "BX908",
        tr(
            "this step failed: {step}: {why}. What was done before it was taken back; mend the "
            "cause and run it again",
            step=step.says,
            why=failure,
        ),
    )


def make_folders(folder: Path) -> list[Path]:
    """Make a folder and those above it, readable for all; return those that were made."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir()
        each.chmod(0o755)
    return missing


def remove_empty(folders: Sequence[Path]) -> None:
    """Remove these folders, the deepest first, as far as nothing is in them."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


def replace_file(file: Path, content: bytes) -> None:
    """Replace a file atomically by one that all may read; it is on the disk when this returns."""
    new = file.with_name(f".{file.name}.new")
    with new.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fchmod(opened.fileno(), 0o644)
        os.fsync(opened.fileno())
    new.replace(file)
    sync_directory(file.parent)


def replace_link(link: Path, target: str) -> None:
    """Replace a symbolic link atomically; it is on the disk when this returns."""
    new = link.with_name(f".{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(link)
    sync_directory(link.parent)
