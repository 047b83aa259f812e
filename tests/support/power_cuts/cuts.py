"""Every point at which a recorded program can be cut short, and what it then leaves behind."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from tests.support.power_cuts.disk import Disk
from tests.support.power_cuts.image import Image, write_image
from tests.support.power_cuts.log_file import Call, Entry, unpacked
from tests.support.power_cuts.survival import (
    LEFT_TO_CHANCE,
    SECTOR,
    Survivors,
    image_of,
    worth_trying,
)

_CHANGES_NOTHING = {Call.SYNCING, Call.SHOWN_IN_PART, Call.MAPPED}


class Kind(StrEnum):
    KILLED = "killed"
    POWER = "power"
    LYING = "lying"


@dataclass(frozen=True, slots=True)
class Cut:
    """One way in which the program was cut short."""

    log: Log = field(repr=False)
    kind: Kind
    after: int
    """How many entries of the log had happened."""
    torn: int = 0
    """Of a killed program: how many bytes of the next entry, a write, had been written."""
    survivors: Survivors = Survivors.NOTHING
    """Of the others: what is left of what no sync had made durable."""
    draw: int = 0
    """Tells apart cuts that differ only in what was left to chance."""
    late: int = 0
    """How many syncs a lying disk had answered and not done."""

    @property
    def name(self) -> str:
        """What ``Log.cut`` finds it by again."""
        way = f"{self.torn}" if self.kind is Kind.KILLED else f"{self.survivors}:{self.draw}"
        return f"{self.after}:{self.kind}:{way}" + (f":{self.late}" if self.late else "")

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines that the program had shown before, in order.

        Killed, or on an honest disk, a program that keeps its word has none of them missing.
        """
        return self.log.shown(self.after)

    def image(self) -> Image:
        """What the directory then holds, by name."""
        return {
            name: held if held.contents is None else replace(held, contents=bytes(held.contents))
            for name, held in self._image().items()
        }

    def build(self, into: Path) -> None:
        """Make the directory ``into`` hold that and nothing else.

        It is made if need be. What an earlier ``build`` left there is removed; ValueError if it
        holds anything else. Quick where cuts are built in the order of their log.
        """
        write_image(self._image(), into)

    def _image(self) -> Image:
        """The same; its contents change with the next call."""
        disk = self.log.disk(self.after, late=self.late)
        if self.kind is not Kind.KILLED:
            return image_of(disk, self.survivors, random.Random(self.name))
        if self.torn:
            write = self.log.entries[self.after]
            written = replace(write, data=write.data[: self.torn])
            return disk.live_image_after(written)
        return disk.live_image()

    def __str__(self) -> str:
        within = f"{self.torn} bytes into the next write, " if self.torn else ""
        return f"{self.name} ({within}{self.log.told(self.after)})"


class Log:
    """What a recorded program did, in order."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self.entries = _as_shown(unpacked(raw))
        """As recorded; before ``start``, what the directory held."""
        loaded = (i for i, entry in enumerate(self.entries) if entry.call is Call.LOADED)
        self.start = next(loaded, len(self.entries))
        self._disks: dict[int, tuple[int, Disk]] = {}
        self._lines = list(_lines(self.entries))
        self._shown_at = [at for at, _ in self._lines]

    @classmethod
    def load(cls, path: Path) -> Log:
        return cls(path.read_bytes())

    def save(self, path: Path) -> None:
        """Keep the log, so that its cuts can be found again by their names."""
        path.write_bytes(self._raw)

    def shown(self, after: int) -> tuple[str, ...]:
        """The whole lines that the program showed in its first ``after`` entries."""
        return tuple(line for _, line in self._lines[: bisect_right(self._shown_at, after - 1)])

    def disk(self, after: int, *, late: int = 0) -> Disk:
        """The disk after so many entries; good until the next call."""
        done, disk = self._disks.get(late, (after + 1, Disk()))
        if done > after:
            done, disk = self.start, self._new_disk(late)
        for at in range(done, after):
            disk.happen(at, self.entries[at])
        self._disks[late] = (after, disk)
        return disk

    def cuts(
        self,
        kinds: Collection[Kind] = tuple(Kind),
        *,
        draws: int = 1,
        late: Collection[int] = (1, 4, 16),
        most: int | None = None,
        seed: int = 0,
    ) -> list[Cut]:
        """The points at which to cut, in the order of the log, each in every way worth trying.

        Args:
            kinds: of these kinds only.
            draws: how often what is left to chance is drawn.
            late: for lying disks, how many syncs they lag behind.
            most: no more than so many: one of each point where there are as many, the others drawn
                with ``seed``.
        """
        every = [
            cut
            for at in range(self.start, len(self.entries))
            for cut in self._cuts_at(at, kinds, draws, late)
        ]
        return every if most is None or len(every) <= most else _some(every, most, seed)

    def cut(self, name: str) -> Cut:
        """The cut of that name; ValueError if no cut can have it."""
        after, kind, way, *rest = name.split(":")
        if Kind(kind) is Kind.KILLED:
            return Cut(self, Kind.KILLED, int(after), torn=int(way))
        draw, *late = (int(number) for number in rest)
        return Cut(self, Kind(kind), int(after), 0, Survivors(way), draw, *late)

    def told(self, after: int) -> str:
        """What had happened last after so many entries, in words."""
        names: dict[int, str] = {}
        for entry in self.entries[:after]:
            if entry.name:
                names[entry.file] = entry.name
            if entry.call is Call.RENAMED:
                names[entry.file] = entry.data.decode("utf-8", "replace")
        if after <= self.start + 1:
            return "nothing had happened"
        last = self.entries[after - 1]
        call = last.call.name.lower().replace("_", " ")
        if last.call is Call.SHOWING:
            return f"after {call} {last.data[:60]!r}"
        size = f", {len(last.data)} bytes at {last.number}" if last.call is Call.WROTE else ""
        return f"after {call} {names.get(last.file, 'everything')}{size}"

    def _new_disk(self, late: int) -> Disk:
        disk = Disk(late=late)
        for at, entry in enumerate(self.entries[: self.start]):
            disk.happen(at, entry)
        disk.settle()
        return disk

    def _cuts_at(
        self, at: int, kinds: Collection[Kind], draws: int, late: Collection[int]
    ) -> Iterator[Cut]:
        """Cuts within entry ``at``, and between it and the next."""
        entry = self.entries[at]
        if entry.call in _CHANGES_NOTHING or (entry.call is Call.LOADED and at > self.start):
            return
        if Kind.KILLED in kinds:
            if entry.call is Call.WROTE:
                yield from (Cut(self, Kind.KILLED, at, torn=size) for size in _tears(entry))
            if entry.call is not Call.SYNCED:
                yield Cut(self, Kind.KILLED, at + 1)
        if Kind.POWER in kinds:
            yield from self._without_power(at + 1, draws, 0)
        if Kind.LYING in kinds:
            for syncs in late:
                yield from self._without_power(at + 1, draws, syncs)

    def _without_power(self, after: int, draws: int, late: int) -> Iterator[Cut]:
        kind = Kind.LYING if late else Kind.POWER
        for survivors in worth_trying(self.disk(after, late=late)):
            for draw in range(draws if survivors in LEFT_TO_CHANCE else 1):
                yield Cut(self, kind, after, 0, survivors, draw, late)


def _tears(write: Entry) -> list[int]:
    """How many bytes of a write a killed program may have written, other than none and all."""
    size = len(write.data)
    next_sector = SECTOR - write.number % SECTOR
    tears = {1, size // 2, size - 1, *range(next_sector, size, SECTOR)}
    return sorted(tear for tear in tears if 0 < tear < size)


def _some(cuts: list[Cut], most: int, seed: int) -> list[Cut]:
    """One of each point first, then any."""
    chance = random.Random(seed)
    order = list(range(len(cuts)))
    chance.shuffle(order)
    first = {cuts[i].after: i for i in order}
    others = [i for i in order if first[cuts[i].after] != i]
    one_each = [i for i in order if first[cuts[i].after] == i]
    return [cuts[i] for i in sorted([*one_each, *others][:most])]


def _as_shown(entries: list[Entry]) -> list[Entry]:
    """Where less was shown than the program meant to, only that."""
    parts = {e.number: int(e.data) for e in entries if e.call is Call.SHOWN_IN_PART}
    return [
        replace(entry, data=entry.data[: parts[entry.number]])
        if entry.call is Call.SHOWING and entry.number in parts
        else entry
        for entry in entries
    ]


def _lines(entries: list[Entry]) -> Iterator[tuple[int, str]]:
    """Every whole line that was shown, and the entry that completed it."""
    unfinished: dict[int, bytes] = {}
    for at, entry in enumerate(entries):
        if entry.call is Call.SHOWING:
            *lines, rest = (unfinished.get(entry.file, b"") + entry.data).split(b"\n")
            unfinished[entry.file] = rest
            for line in lines:
                yield at, line.decode("utf-8", "replace").removesuffix("\r")
