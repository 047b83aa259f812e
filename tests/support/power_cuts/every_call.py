"""A program that changes files by every call the recorder knows, in forks and threads too.

Run as ``python every_call.py DIRECTORY``.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

_C = ctypes.CDLL(None, use_errno=True)
_NEW = os.O_RDWR | os.O_CREAT | os.O_TRUNC


def write_bytes(directory: Path) -> None:
    file = os.open(directory / "bytes", _NEW, 0o600)
    os.write(file, b"written ")
    os.writev(file, [b"gathered", b" ", b"up "])
    os.pwrite(file, b"at a place", 40)
    os.pwritev(file, [b"gathered", b" at a place"], 600)
    if hasattr(os, "RWF_DSYNC"):
        os.pwritev(file, [b"and synced"], 2000, os.RWF_DSYNC)
    os.lseek(file, 5000, os.SEEK_SET)
    other = os.dup(file)
    os.write(other, b"beyond the end")
    appending = os.open(directory / "bytes", os.O_WRONLY | os.O_APPEND | os.O_DSYNC)
    os.write(appending, b"appended")
    os.pwrite(appending, b"appended, whatever place it names", 3)
    for number in file, other, appending:
        os.fdatasync(number)
        os.close(number)


def change_lengths(directory: Path) -> None:
    (directory / "long").write_bytes(bytes(range(256)) * 40)
    os.truncate(directory / "long", 7000)
    with (directory / "long").open("rb+") as file:
        file.truncate(6000)
        os.posix_fallocate(file.fileno(), 100, 8900)
        os.fsync(file.fileno())
    created = _C.creat(os.fsencode(directory / "created"), 0o644)
    os.write(created, b"by creat")
    os.close(created)
    (directory / "short").write_bytes(b"long before")
    (directory / "short").write_bytes(b"short")


def change_names(directory: Path) -> None:
    (directory / "below" / "deeper").mkdir(parents=True)
    (directory / "first").write_bytes(b"first")
    (directory / "first").rename(directory / "below" / "second")
    (directory / "third").write_bytes(b"third")
    (directory / "third").replace(directory / "below" / "second")
    os.link(directory / "below" / "second", directory / "linked")
    (directory / "linked").write_bytes(b"seen under both names")
    there = os.open(directory / "below", os.O_RDONLY)
    new = os.open("relative", _NEW, dir_fd=there)
    os.write(new, b"relative to a directory")
    os.close(new)
    os.rename("relative", "moved", src_dir_fd=there, dst_dir_fd=there)
    os.mkdir("gone", dir_fd=there)
    os.rmdir("gone", dir_fd=there)
    os.fsync(there)
    os.close(there)
    for name in "removed", "unlinked":
        (directory / name).write_bytes(name.encode())
    _C.remove(os.fsencode(directory / "removed"))
    (directory / "unlinked").unlink()
    (directory / "below" / "deeper").rmdir()
    os.chdir(directory)
    Path("here").write_bytes(b"relative to the working directory")
    Path("here").rename("../" + directory.name + "/there")


def copy(directory: Path) -> None:
    """Python copies inside the kernel where it is let."""
    (directory / "original").write_bytes(Random(1).randbytes(70_000))
    shutil.copyfile(directory / "original", directory / "copy")
    source, copy = os.open(directory / "original", os.O_RDONLY), os.open(directory / "range", _NEW)
    try:
        os.copy_file_range(source, copy, 1000)
    except OSError:
        os.write(copy, os.read(source, 1000))
    os.close(source)
    os.close(copy)


def write_from_others(directory: Path) -> None:
    """Threads, a fork, another program: all write to one file."""
    file = os.open(directory / "all", _NEW | os.O_APPEND)

    def write(what: bytes) -> None:
        for _ in range(50):
            os.write(file, what)

    threads = [threading.Thread(target=write, args=(b"thread %d\n" % n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    child = os.fork()
    write(b"child\n" if child == 0 else b"parent\n")
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    subprocess.run(["/bin/sh", "-c", "echo a shell; rm gone"], stdout=file, cwd=directory)
    os.close(file)
    os.sync()


def main() -> None:
    directory = Path(sys.argv[1])
    (directory / "gone").touch()
    for step in write_bytes, change_lengths, change_names, copy, write_from_others:
        step(directory)


if __name__ == "__main__":
    main()
