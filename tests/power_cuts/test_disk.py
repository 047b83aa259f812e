"""What a power cut may leave, held against plain histories of what the files have been."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.power_cuts.disk import Disk
from tests.support.power_cuts.image import Image
from tests.support.power_cuts.log_file import Call, Entry
from tests.support.power_cuts.survival import PAGE, SECTOR, Survivors, image_of, worth_trying
from tests.support.soak import SOAK

ROOT = 1
FILES = {2: "book", 3: "log"}


@dataclass
class History:
    """All that a thing has been since its last sync, the oldest first."""

    was: list[bytes] = field(default_factory=lambda: [b""])

    def becomes(self, contents: bytes) -> None:
        self.was.append(contents)

    def synced(self) -> None:
        self.was = self.was[-1:]


class Written:
    """A disk with two files, and beside it what each has been, read the simplest way."""

    BEFORE = 1 + len(FILES)
    """The entries that make what is there before."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.entries: list[Entry] = []
        self._mark = 0
        self.happen(Entry(Call.MADE_DIRECTORY, ROOT, name="."))
        for file, name in FILES.items():
            self.happen(Entry(Call.CREATED, file, 0o644, name))
        self.disk.settle()
        self.histories = {file: History() for file in FILES}

    def happen(self, entry: Entry) -> None:
        self.disk.happen(len(self.entries), entry)
        self.entries.append(entry)

    def write(self, file: int, start: int, size: int) -> None:
        self._mark = self._mark % 255 + 1
        data = bytes([self._mark]) * size
        self.happen(Entry(Call.WROTE, file, start, data=data))
        before = self.histories[file].was[-1].ljust(start, b"\0")
        self.histories[file].becomes(before[:start] + data + before[start + size :])

    def cut_off(self, file: int, length: int) -> None:
        self.happen(Entry(Call.CUT_OFF, file, length))
        self.histories[file].becomes(self.histories[file].was[-1][:length].ljust(length, b"\0"))

    def sync(self, file: int) -> None:
        pair = len(self.entries)
        self.happen(Entry(Call.SYNCING, file, pair))
        self.happen(Entry(Call.SYNCED, file, pair))
        for synced in [file] if file else FILES:
            self.histories[synced].synced()


files = st.sampled_from(list(FILES))
sizes = st.integers(1, 3 * SECTOR) | st.integers(1, 9000)
writes = st.tuples(st.just("write"), files, st.integers(0, 9000), sizes)
cuts_off = st.tuples(st.just("cut_off"), files, st.integers(0, 9000))
syncs = st.tuples(st.just("sync"), files | st.just(0))
Day = list[tuple[str, int] | tuple[str, int, int]]
days = st.lists(st.one_of(writes, writes, cuts_off, syncs), max_size=12)


def lived(day: Day) -> Written:
    written = Written()
    for name, *arguments in day:
        getattr(written, name)(*arguments)
    return written


def contents_after(disk: Disk) -> dict[str, bytes]:
    image = image_of(disk, Survivors.NOTHING, Random(0))
    return {name: bytes_of(image, name) for name in image}


def bytes_of(image: Image, name: str) -> bytes:
    contents = image[name].contents
    assert contents is not None
    return bytes(contents)


@settings(max_examples=20 * SOAK, deadline=None)
@given(days)
def test_all_see_what_was_written_and_a_cut_keeps_what_was_synced(day: Day) -> None:
    written = lived(day)
    live, kept = written.disk.live_image(), image_of(written.disk, Survivors.NOTHING, Random(0))
    for file, name in FILES.items():
        assert bytes_of(live, name) == written.histories[file].was[-1]
        assert bytes_of(kept, name) == written.histories[file].was[0]


@settings(max_examples=20 * SOAK, deadline=None)
@given(days, st.integers())
def test_every_sector_is_one_that_has_been_since_the_last_sync(day: Day, seed: int) -> None:
    written = lived(day)
    for survivors in set(worth_trying(written.disk)) - {Survivors.JUNK, Survivors.TORN_SECTOR}:
        unit = PAGE if survivors is Survivors.PAGES else SECTOR
        image = image_of(written.disk, survivors, Random(seed))
        for file, name in FILES.items():
            was, is_ = written.histories[file].was, bytes_of(image, name)
            torn_here = survivors is Survivors.TORN and len(is_) % SECTOR == 0
            assert torn_here or len(is_) in map(len, was), (survivors, name)
            for start in range(0, len(is_), unit):
                sector = is_[start : start + unit]
                could_be = [b[start : start + unit].ljust(unit, b"\0")[: len(sector)] for b in was]
                assert sector in could_be, (survivors, name, start)


@settings(max_examples=20 * SOAK, deadline=None)
@given(days, st.integers())
def test_what_was_done_first_leaves_every_file_as_it_was_once(day: Day, seed: int) -> None:
    written = lived(day)
    if Survivors.FIRST in worth_trying(written.disk):
        image = image_of(written.disk, Survivors.FIRST, Random(seed))
        for file, name in FILES.items():
            assert bytes_of(image, name) in written.histories[file].was


@settings(max_examples=20 * SOAK, deadline=None)
@given(days, st.integers(0, 3))
def test_a_lying_disk_is_an_honest_one_some_syncs_ago(day: Day, late: int) -> None:
    written = lived(day)
    answered = [at for at, (call, *_) in enumerate(day) if call == "sync"]
    until = answered[-1 - late] + 1 if len(answered) > late else 0
    lying = Disk(late=late)
    for at, entry in enumerate(written.entries):
        lying.happen(at, entry)
        if at + 1 == Written.BEFORE:
            lying.settle()
    honest = lived(day[:until]).disk
    assert contents_after(lying) == contents_after(honest)


def test_a_sync_keeps_what_was_written_before_its_call_from_its_return_on() -> None:
    written = Written()
    calls = [
        Entry(Call.WROTE, 2, 0, data=b"before"),
        Entry(Call.SYNCING, 2, 1),
        Entry(Call.WROTE, 2, 0, data=b"during"),
        Entry(Call.SYNCED, 2, 1),
        Entry(Call.SYNCING, 2, 2),
        Entry(Call.SYNCED, 2, 2),
    ]
    kept = []
    for entry in calls:
        written.happen(entry)
        kept.append(contents_after(written.disk)["book"])
    assert kept == [b"", b"", b"", b"before", b"before", b"during"]


class Named:
    """A disk with names in one directory, and beside it what names there have been."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.was: list[dict[str, int]] = [{}]
        """Since the last sync, the oldest first: which file had which name."""
        self._at = 0
        self._happen(Entry(Call.MADE_DIRECTORY, ROOT, name="."))

    def _happen(self, entry: Entry) -> None:
        self.disk.happen(self._at, entry)
        self._at += 1

    def create(self, name: str, _: str) -> None:
        if name not in self.was[-1]:
            file = ROOT + self._at
            self._happen(Entry(Call.CREATED, file, file, name))
            self.was.append({**self.was[-1], name: file})

    def remove(self, name: str, _: str) -> None:
        if name in self.was[-1]:
            self._happen(Entry(Call.REMOVED, self.was[-1][name], name=name))
            self.was.append({n: file for n, file in self.was[-1].items() if n != name})

    def move(self, name: str, to: str) -> None:
        if name in self.was[-1] and name != to:
            self._happen(Entry(Call.RENAMED, self.was[-1][name], name=name, data=to.encode()))
            now = {**self.was[-1], to: self.was[-1][name]}
            del now[name]
            self.was.append(now)

    def sync(self, *_: str) -> None:
        self._happen(Entry(Call.SYNCING, ROOT, self._at))
        self._happen(Entry(Call.SYNCED, ROOT, self._at - 1))
        self.was = self.was[-1:]


NAMES = st.sampled_from("abc")
CALLS = st.sampled_from(("create", "create", "move", "move", "remove", "sync"))


@settings(max_examples=70 * SOAK, deadline=None)
@given(st.lists(st.tuples(CALLS, NAMES, NAMES), max_size=12), st.integers())
def test_no_name_is_made_up_and_no_file_loses_its_name(
    day: list[tuple[str, str, str]], seed: int
) -> None:
    named = Named()
    for call, name, other in day:
        getattr(named, call)(name, other)
    always_named = set.intersection(*(set(was.values()) for was in named.was))
    for survivors in worth_trying(named.disk):
        image = image_of(named.disk, survivors, Random(seed))
        # A file's permissions tell which it is.
        names = {name: held.permissions for name, held in image.items()}
        assert always_named <= set(names.values()), survivors
        assert len(set(names.values())) == len(names)
        for name in "abc":
            assert names.get(name) in [was.get(name) for was in named.was], survivors
        if survivors is Survivors.NOTHING:
            assert names == named.was[0]
        if survivors is Survivors.FIRST:
            assert names in named.was


def test_a_move_between_directories_is_in_one_of_them_at_any_instant() -> None:
    disk = Disk()
    calls = [
        Entry(Call.MADE_DIRECTORY, ROOT, name="."),
        Entry(Call.MADE_DIRECTORY, 2, name="damaged"),
        Entry(Call.SYNCING, ROOT, 1),
        Entry(Call.SYNCED, ROOT, 1),
        Entry(Call.CREATED, 3, 0o644, "journal.db"),
        Entry(Call.RENAMED, 3, name="journal.db", data=b"damaged/journal.db"),
        Entry(Call.SYNCING, 2, 2),
        Entry(Call.SYNCED, 2, 2),
    ]
    kept = []
    for at, entry in enumerate(calls):
        disk.happen(at, entry)
        kept.append(set(image_of(disk, Survivors.NOTHING, Random(0))))
    assert kept[3:7] == [{"damaged"}] * 4
    assert kept[7] == {"damaged", "damaged/journal.db"}
