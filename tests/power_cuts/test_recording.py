"""The recorder writes down all that a program does, in order, or says that it could not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.power_cuts import NEEDS_GCC, Kind, Log, Recorder, RecordingError, record
from tests.support.power_cuts.log_file import Call

pytestmark = NEEDS_GCC

SCRIPTS = Path(__file__).parents[1] / "support" / "power_cuts"


def program(source: str, *arguments: str | Path) -> list[str | Path]:
    return [sys.executable, "-c", "import os, sys, mmap, ctypes\n" + source, *arguments]


def test_every_call_that_changes_a_file_is_recorded(place: Path) -> None:
    log = record([sys.executable, SCRIPTS / "every_call.py", place], place)

    # record() itself holds the directory against what it recorded.
    assert {entry.call for entry in log.entries} == set(Call) - {
        Call.SHOWING,
        Call.SHOWN_IN_PART,
        Call.MAPPED,
    }
    parent_child_shell_and_rm = 4
    assert len({entry.process for entry in log.entries[log.start :]}) == parent_child_shell_and_rm


def test_what_the_directory_held_before_is_durable(place: Path) -> None:
    held, image = place / "held", place / "image"
    (held / "below").mkdir(parents=True)
    (held / "old").write_bytes(b"old")
    (held / "below" / "older").write_bytes(b"older")
    os.link(held / "old", held / "also old")
    log = record(program("open(sys.argv[1] + '/old', 'wb').write(b'new')", held), held)

    first = log.cuts([Kind.POWER])[0]
    first.build(image)

    assert (image / "old").read_bytes() == (image / "also old").read_bytes() == b"old"
    assert (image / "below" / "older").read_bytes() == b"older"
    log.cuts([Kind.KILLED])[-1].build(image)
    assert (image / "old").read_bytes() == (image / "also old").read_bytes() == b"new"


def test_nothing_outside_the_directory_is_recorded(place: Path) -> None:
    (place / "watched").mkdir()
    (place / "watched elsewhere").mkdir()
    outside = "open(sys.argv[1] + ' elsewhere/file', 'wb').write(b'bytes')"
    log = record(program(outside, place / "watched"), place / "watched")
    assert len(log.entries) == log.start + 1


def test_a_file_keeps_its_permissions(place: Path) -> None:
    held, image = place / "held", place / "image"
    held.mkdir()
    log = record(program("os.open(sys.argv[1] + '/key', os.O_CREAT, 0o600)", held), held)
    log.cuts([Kind.KILLED])[-1].build(image)
    assert (image / "key").stat().st_mode & 0o777 == 0o600


def test_what_is_shown_stands_between_what_came_before_and_after(place: Path) -> None:
    source = """
def write(what): os.write(file, what), os.fsync(file)
file = os.open(sys.argv[1] + '/file', os.O_CREAT | os.O_WRONLY)
write(b'a'); print('a is kept', flush=True)
write(b'b'); open(os.environ['POWER_CUTS_SHOWN'], 'w').write('b is kept\\n')
write(b'c'); os.write(1, b'c is'); os.write(1, b' kept\\nunfinished')
os.write(2, b'no player reads this\\n')
"""
    log = record(program(source, place), place)
    held_when_shown: dict[str, object] = {}
    for cut in log.cuts([Kind.KILLED]):
        for line in cut.shown:
            held_when_shown.setdefault(line, bytes(cut.image()["file"].contents or b""))
    assert held_when_shown == {"a is kept": b"a", "b is kept": b"ab", "c is kept": b"abc"}


def test_only_what_could_be_written_was_shown(place: Path) -> None:
    """The reader takes a part and goes away."""
    source = """
import signal; signal.signal(signal.SIGPIPE, signal.SIG_IGN)
os.set_blocking(1, False)
os.write(1, b'whole line\\n')
try:
    while True: os.write(1, b'x' * 100_000 + b'\\n')
except BlockingIOError: pass
"""
    with Recorder(place) as recorder:
        command = program(source, place)
        with subprocess.Popen(command, env=recorder.environment, stdout=subprocess.PIPE) as ran:
            ran.wait()
        log = recorder.log()
    assert log.cuts()[-1].shown == ("whole line",)


def test_a_sync_has_a_beginning_and_a_return(place: Path) -> None:
    log = record(
        program(
            "f = os.open(sys.argv[1] + '/f', os.O_CREAT | os.O_WRONLY)\n"
            "os.write(f, b'x'); os.fsync(f)",
            place,
        ),
        place,
    )
    assert [entry.call for entry in log.entries[-3:]] == [Call.WROTE, Call.SYNCING, Call.SYNCED]


def test_a_program_without_the_recorder_is_noticed(place: Path) -> None:
    with Recorder(place) as recorder:
        subprocess.run(program("pass"), check=True)
        with pytest.raises(RecordingError, match="linked statically"):
            recorder.log()


def test_a_program_that_fails_is_noticed(place: Path) -> None:
    with pytest.raises(RecordingError, match="ended with 3: out of luck"):
        record(program("os.write(2, b'out of luck'); os._exit(3)"), place)
    assert record(program("os._exit(3)"), place, ends_with=3).entries


@pytest.mark.parametrize(
    ("unseen", "said"),
    [
        ("ctypes.CDLL(None).syscall(1 if os.uname().machine == 'x86_64' else 64, f, b'xyz', 3)",
         "book was written by a call"),
        ("mmap.mmap(f, 4)[0] = 1", "book is written to through memory"),
        ("c = ctypes.CDLL(None); c.fopen.restype = ctypes.c_void_p;"
         "c.fopen(os.fsencode(sys.argv[1] + '/stdio'), b'w')", "stdio is there, by a call"),
    ],
)  # fmt: skip
def test_a_change_that_passed_the_recorder_by_is_noticed(
    place: Path, unseen: str, said: str
) -> None:
    begin = "f = os.open(sys.argv[1] + '/book', os.O_CREAT | os.O_RDWR); os.write(f, b'abcd')\n"
    with pytest.raises(RecordingError, match=said):
        record(program(begin + unseen, place), place)


def test_a_kept_log_finds_its_cuts_by_their_names(place: Path) -> None:
    held = place / "held"
    held.mkdir()
    log = record([sys.executable, SCRIPTS / "programs.py", "file", held], held)
    log.save(place / "log")
    again = Log.load(place / "log")
    for cut in log.cuts(draws=2):
        found = again.cut(cut.name)
        assert (found.image(), found.shown, str(found)) == (cut.image(), cut.shown, str(cut))


def test_a_cut_is_not_built_over_anything_else(place: Path) -> None:
    (place / "somebody's").touch()
    log = record(program("pass"), place)
    with pytest.raises(ValueError, match="is not empty"):
        log.cuts()[0].build(place)


def test_a_disk_fails_when_the_program_asks_for_it(place: Path) -> None:
    source = """
disk = ctypes.CDLL(None)
WRITES, SYNCS, EIO, ENOSPC = 0, 1, 5, 28
file = os.open(sys.argv[1] + '/file', os.O_CREAT | os.O_WRONLY)
disk.disk_fails(SYNCS, 1, 1, EIO)
for _ in range(3):
    try: os.fsync(file); print('synced', flush=True)
    except OSError as fault: print(fault.strerror, flush=True)
disk.disk_fails(WRITES, 0, 2, ENOSPC)
print(os.write(file, b'12345678'), flush=True)
try: os.write(file, b'5678')
except OSError as fault: print(fault.strerror, flush=True)
print(os.write(file, b'5678'), disk.disk_calls(WRITES), disk.disk_calls(SYNCS), flush=True)
"""
    log = record(program(source, place), place)
    assert log.shown(len(log.entries)) == (
        *("synced", "Input/output error", "synced"),
        *("4", "No space left on device", "4 3 3"),
    )
    assert [entry.call for entry in log.entries].count(Call.SYNCED) == 2
    assert log.cuts([Kind.KILLED])[-1].image()["file"].contents == b"12345678"


def test_a_program_that_knows_of_nothing_can_have_a_failing_disk(place: Path) -> None:
    source = """
file = os.open(sys.argv[1] + '/file', os.O_CREAT | os.O_WRONLY)
for _ in range(4):
    try: print(os.write(file, b'x'), flush=True)
    except OSError as fault: print(fault.strerror, flush=True)
"""
    environment = {**os.environ, "POWER_CUTS_FAILURE": "0:1:2:5"}
    log = record(program(source, place), place, environment=environment)
    assert log.shown(len(log.entries)) == ("1", *["Input/output error"] * 2, "1")
