"""What a disk holds while a program works: what all see of it, and what it keeps for certain."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from tests.support.power_cuts.image import Held, Image
from tests.support.power_cuts.log_file import Call, Entry


@dataclass(eq=False, slots=True)
class File:
    permissions: int
    live: bytearray = field(default_factory=bytearray)
    """What every program reads."""
    kept: bytearray = field(default_factory=bytearray)
    """What its last sync made durable."""
    mapped: bool = False
    """Programs write to it through memory, which nobody records."""


@dataclass(eq=False, slots=True)
class Directory:
    live: dict[str, File | Directory] = field(default_factory=dict)
    kept: dict[str, File | Directory] = field(default_factory=dict)


Node = File | Directory
Place = tuple[Directory, str]


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    at: int
    """Its entry in the log."""
    file: File
    start: int
    data: bytes

    def apply(self, contents: bytearray) -> None:
        if self.start > len(contents):
            contents.extend(bytes(self.start - len(contents)))
        contents[self.start : self.start + len(self.data)] = self.data


@dataclass(frozen=True, slots=True, eq=False)
class Length:
    at: int
    file: File
    length: int
    shortens: bool = True

    def apply(self, contents: bytearray) -> None:
        if self.length > len(contents):
            contents.extend(bytes(self.length - len(contents)))
        elif self.shortens:
            del contents[self.length :]


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A name that a file or directory loses, gains, or both at once."""

    at: int
    node: Node
    lost: Place | None
    gained: Place | None
    replaced: Node | None = None
    """What had the gained name before."""

    @property
    def directories(self) -> set[Directory]:
        return {place[0] for place in (self.lost, self.gained) if place}

    def apply(self, names: Callable[[Directory], dict[str, Node]]) -> None:
        """Wholly, or not at all where what it rests on has itself not reached the disk."""
        if self.lost and names(self.lost[0]).get(self.lost[1]) is not self.node:
            return
        if self.gained and names(self.gained[0]).get(self.gained[1]) not in (None, self.replaced):
            return
        if self.lost:
            del names(self.lost[0])[self.lost[1]]
        if self.gained:
            names(self.gained[0])[self.gained[1]] = self.node


Change = Write | Length | Name


class Disk:
    """Follows a log, entry by entry.

    ``late`` is how many syncs it answers before it does them; an honest disk does them at once.
    """

    def __init__(self, *, late: int = 0) -> None:
        self.root = Directory()
        self.pending: list[Change] = []
        """What no sync has made durable, in the order in which it was done."""
        self._late = late
        self._nodes: dict[int, Node] = {}
        self._begun: dict[int, tuple[int, Node | None]] = {}
        self._answered: deque[tuple[int, Node | None]] = deque()

    def happen(self, at: int, entry: Entry) -> None:
        """The next entry of the log; ``at`` counts them.

        KeyError if it is about a file or a name that no entry has made.
        """
        match entry.call:
            case Call.CREATED:
                self._gain(at, File(entry.number), entry)
            case Call.MADE_DIRECTORY if entry.name == ".":
                self._nodes[entry.file] = self.root
            case Call.MADE_DIRECTORY:
                self._gain(at, Directory(), entry)
            case Call.LINKED:
                self._gain(at, self._nodes[entry.file], entry)
            case Call.REMOVED:
                self._move(at, self._place(entry.name), None)
            case Call.RENAMED:
                gained = self._place(os.fsdecode(entry.data)) if entry.data else None
                self._move(at, self._place(entry.name), gained)
            case Call.WROTE:
                self._change(Write(at, self.file(entry), entry.number, entry.data))
            case Call.CUT_OFF:
                self._change(Length(at, self.file(entry), entry.number))
            case Call.GREW:
                self._change(Length(at, self.file(entry), entry.number, shortens=False))
            case Call.SYNCING:
                self._begun[entry.number] = (at, self._nodes[entry.file] if entry.file else None)
            case Call.SYNCED:
                self._answered.append(self._begun.pop(entry.number))
                if len(self._answered) > self._late:
                    self._sync(*self._answered.popleft())
            case Call.MAPPED:
                self.file(entry).mapped = True

    def is_mapped(self, name: str) -> bool:
        """Whether a program writes to the file of that name through memory."""
        directory, last = self._place(name)
        node = directory.live[last]
        return isinstance(node, File) and node.mapped

    def settle(self) -> None:
        """All that was done becomes durable."""
        self._keep(self.pending)
        self.pending = []

    def file(self, entry: Entry) -> File:
        """The file that an entry is about."""
        node = self._nodes[entry.file]
        assert isinstance(node, File), entry
        return node

    def live_image(self) -> Image:
        """What every program sees."""
        return _image(self.root, lambda directory: directory.live, lambda file: file.live)

    def live_image_after(self, write: Entry) -> Image:
        """The same after one more write."""
        written = self.file(write)
        contents = bytearray(written.live)
        Write(0, written, write.number, write.data).apply(contents)
        return _image(
            self.root,
            lambda directory: directory.live,
            lambda file: contents if file is written else file.live,
        )

    def image(self, names: Collection[Change], contents: Callable[[File], bytearray]) -> Image:
        """What the disk holds if of the pending names these reached it."""
        changed: dict[Directory, dict[str, Node]] = {}

        def entries(directory: Directory) -> dict[str, Node]:
            return changed.setdefault(directory, dict(directory.kept))

        for change in self.pending:
            if isinstance(change, Name) and change in names:
                change.apply(entries)
        return _image(self.root, lambda there: changed.get(there, there.kept), contents)

    def _place(self, name: str) -> Place:
        *parents, last = name.split("/")
        directory = self.root
        for parent in parents:
            below = directory.live[parent]
            assert isinstance(below, Directory), name
            directory = below
        return directory, last

    def _gain(self, at: int, node: Node, entry: Entry) -> None:
        self._nodes[entry.file] = node
        self._name(Name(at, node, None, self._place(entry.name)))

    def _move(self, at: int, lost: Place, gained: Place | None) -> None:
        node = lost[0].live[lost[1]]
        replaced = gained[0].live.get(gained[1]) if gained else None
        self._name(Name(at, node, lost, gained, replaced))

    def _name(self, name: Name) -> None:
        name.apply(lambda directory: directory.live)
        self.pending.append(name)

    def _change(self, change: Write | Length) -> None:
        change.apply(change.file.live)
        self.pending.append(change)

    def _sync(self, begun: int, node: Node | None) -> None:
        """What was done before the sync began is durable when it has returned."""
        if isinstance(node, File):
            synced: set[Change] = {c for c in self.pending if _is_of(c, node)}
        elif node:
            synced = self._names_before(begun, node)
        else:
            synced = set(self.pending)
        done = [change for change in self.pending if change in synced and change.at < begun]
        self._keep(done)
        self.pending = [c for c in self.pending if c not in synced or c.at >= begun]

    def _names_before(self, begun: int, directory: Directory) -> set[Change]:
        """The names of a directory, and what a move from or to another one rests on there.

        A move is durable with the first sync of either: a file system keeps it in one place.
        """
        directories = {directory}
        names: set[Change] = set()
        for change in reversed(self.pending):
            if isinstance(change, Name) and change.at < begun and change.directories & directories:
                directories |= change.directories
                names.add(change)
        return names

    def _keep(self, changes: list[Change]) -> None:
        for change in changes:
            if isinstance(change, Name):
                change.apply(lambda directory: directory.kept)
            else:
                change.apply(change.file.kept)


def _is_of(change: Change, file: File) -> bool:
    return not isinstance(change, Name) and change.file is file


def _image(
    root: Directory,
    names: Callable[[Directory], dict[str, Node]],
    contents: Callable[[File], bytearray],
) -> Image:
    image: Image = {}

    def walk(directory: Directory, before: str) -> None:
        for name, node in names(directory).items():
            if isinstance(node, File):
                image[before + name] = Held(contents(node), node.permissions)
            else:
                image[before + name] = Held(None)
                walk(node, f"{before}{name}/")

    walk(root, "")
    return image
