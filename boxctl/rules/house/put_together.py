"""The variants of the house, put together: what each is based on, and whose name it is.

A file that is wrong is left out, and what is wrong with it is said: the others are as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from boxctl.rules.contradictions import contradictions
from boxctl.rules.faults import HouseFault, RuleFault, fault_in, in_order
from boxctl.rules.house.file import HouseFile, read_house_file
from boxctl.rules.house.folders import MOST_FILES, Listed, name_of
from boxctl.rules.house.text import HouseText
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import HOUSE, folded, nearest, where_all_games_are
from groundwork.language import any_of, tr

Names = Mapping[str, tuple[str, str]]
"""By what counts of it, every name as it is written and the variant that has it."""


class ProjectVariants(NamedTuple):
    """The variants that are part of the project, and how to load one.

    ``names`` are those that are shown, in every language. ``understood`` are others, by which
    people may mean several variants: the house may give one to a game of its own.
    """

    names: Names
    understood: Mapping[str, Sequence[str]]
    load: Callable[[str], Variant]

    def meant(self, wanted: str) -> str | None:
        """Return the variant that a folded name means, None if it means none or several."""
        if (found := self.names.get(wanted)) is not None:
            return found[1]
        meant = self.understood.get(wanted, ())
        return meant[0] if len(meant) == 1 else None


class NamesOfHouse:
    """The names that files of the house give, of which some are taken."""

    def __init__(self, texts: Sequence[HouseText], project: ProjectVariants) -> None:
        self._texts = texts
        self._project = project
        self._given: dict[str, list[tuple[HouseText, tuple[str, ...]]]] = {}
        for text in texts:
            for name, place in text.names.items():
                self._given.setdefault(folded(name), []).append((text, place))

    def of(self, variants: Collection[str]) -> Names:
        """Return the names of these variants."""
        return {
            folded(name): (name, text.name)
            for text in self._texts
            if text.name in variants
            for name in text.names
        }

    def clashes(self, text: HouseText) -> Iterator[HouseFault]:
        """Yield the names of a file that are also those of something else.

        The name of a file goes before the names that another file only says.
        """
        for name, place in text.names.items():
            wanted = folded(name)
            if (taken := self._project.names.get(wanted)) is not None:
                yield _boxctls(text, name, place, taken[1])
            others: dict[str, list[tuple[str, ...]]] = {}
            for other, at in self._given.get(wanted, ()):
                if other.file != text.file:
                    others.setdefault(other.file, []).append(at)
            for file, places in others.items():
                if place != () or () in places:
                    yield _taken(text, name, place, file)


def _boxctls(text: HouseText, name: str, place: tuple[str, ...], own: str) -> HouseFault:
    """Return the fault of a name that a variant of the project has: that one keeps it."""
    cure = tr("give yours another name") if place else tr("give your file another name")
    told = tr('a game of boxctl, {own}, is called "{name}" too', own=own, name=name)
    return text.fault("BX209", place, told, cure)


def _taken(text: HouseText, name: str, place: tuple[str, ...], other: str) -> HouseFault:
    """Return the fault of a name that the variant of another file has."""
    if place:
        cure = tr("give one of the two another name")
    else:
        cure = tr("give one of the two files another name")
    told = tr('the variant of {other} is called "{name}" too', other=other, name=name)
    return text.fault("BX209", place, told, cure)


class HouseVariants(NamedTuple):
    """The variants of the house by their own names, their names, and what is wrong with others.

    ``faults`` has by its path everything that is wrong with a file or a folder. ``hidden_by`` has
    by its path the file for which one is left out that is based on it.
    """

    variants: Mapping[str, Variant]
    names: Names
    faults: Mapping[str, tuple[HouseFault, ...]]
    hidden_by: Mapping[str, str]

    def hidden_with(self, path: str) -> tuple[str, ...]:
        """Return the own names of the variants that are left out because of this file."""
        found: list[str] = [path]
        for broken in found:
            found += [file for file, base in self.hidden_by.items() if base == broken]
        return tuple(sorted(name_of(file) for file in found[1:]))

    def fault_of(self, name: str) -> RuleFault | None:
        """Return why there is no variant of this own name, though there is a file."""
        for path, faults in self.faults.items():
            if folded(name_of(path)) == folded(name):
                return faults[0]
        return None


def read_house(
    files: tuple[Listed, ...], wrong_folders: tuple[str, ...], project: ProjectVariants
) -> HouseVariants:
    """Read all these files."""
    return put_together([read_house_file(path) for path, _stamp in files], wrong_folders, project)


def put_together(
    files: list[HouseFile], wrong_folders: tuple[str, ...], project: ProjectVariants
) -> HouseVariants:
    """Return the variants of files that were read."""
    texts = [file.text for file in files if file.text is not None]
    sound = [file.text for file in files if file.text is not None and not file.faults]
    names = NamesOfHouse(sound, project)
    wrong = {file.path: [*file.faults] for file in files}
    for text in texts:
        wrong[text.file] += names.clashes(text)
    building = _Building(files, wrong, project)
    variants = {text.name: built for text in texts if (built := building.variant(text)) is not None}
    faults = {folder: in_order([_folder_fault(folder)]) for folder in wrong_folders}
    faults |= {path: in_order(found) for path, found in building.faults.items() if found}
    return HouseVariants(
        dict(sorted(variants.items())), names.of(variants), faults, building.hidden_by
    )


def _folder_fault(folder: str) -> HouseFault:
    return fault_in(
        folder,
        None,
        "BX214",
        tr("the folder cannot be listed, or has more than {most} variants", most=MOST_FILES),
        tr("keep nothing in it but your variants, and make it a folder that you may read"),
    )


class _Building:
    """Builds each variant after the one that it is based on.

    ``faults`` has by its path everything that is wrong with a file, as far as it is known: also
    with one that is wrong itself, so that all of it can be mended at once. ``hidden_by`` has by
    its path the wrong file on which one is based.
    """

    def __init__(
        self, files: list[HouseFile], wrong: dict[str, list[HouseFault]], project: ProjectVariants
    ) -> None:
        self.faults = wrong
        self._unread = {file.path for file in files if file.faults}
        self._project = project
        self._without_text = {folded(file.name): file.path for file in files if file.text is None}
        # Of two that have a name, the one with which nothing is wrong is meant.
        texts = [file.text for file in files if file.text is not None]
        texts.sort(key=lambda text: not wrong[text.file])
        self._texts = {folded(name): text for text in texts for name in text.names}
        self._built: dict[str, Variant | None] = {}
        self.hidden_by: dict[str, str] = {}

    def variant(self, text: HouseText, way: tuple[HouseText, ...] = ()) -> Variant | None:
        """Return a variant of the house, None if something is wrong with it.

        ``way`` are those that are based on it, the nearest last.
        """
        if text.file not in self._built:
            faults = self.faults[text.file]
            try:
                base = self._base(text, (*way, text))
            except HouseFault as fault:
                faults.append(fault)
                base = None
            faults += self._contradictions(text, base)
            self._built[text.file] = None if faults or base is None else _variant(text, base)
        return self._built[text.file]

    def _base(self, text: HouseText, way: tuple[HouseText, ...]) -> Variant | None:
        """Return its base; None if that could not be read."""
        wanted = folded(text.based_on)
        if not wanted:
            return None
        if (own := self._project.meant(wanted)) is not None:
            return self._project.load(own)
        found = self._texts.get(wanted)
        if found is None:
            raise self._no_base(text, wanted)
        if found in way:
            in_circle = (*way[way.index(found) :], found)
            raise text.fault(
                "BX213",
                ("based_on",),
                tr(
                    "it is based on itself in the end: {way}",
                    way=" → ".join(each.name for each in in_circle),
                ),
                tr("base one of them on another variant"),
            )
        base = self.variant(found, way)
        if base is None:
            raise self._on_broken(text, found.file)
        return base

    def _on_broken(self, text: HouseText, file: str) -> HouseFault:
        self.hidden_by[text.file] = file
        return text.fault(
            "BX213",
            ("based_on",),
            tr("something is wrong with {file}, which it is based on", file=file),
            tr("mend that file first"),
        )

    def _no_base(self, text: HouseText, wanted: str) -> HouseFault:
        if (broken := self._without_text.get(wanted)) is not None:
            return self._on_broken(text, broken)
        if len(several := self._project.understood.get(wanted, ())) > 1:
            return text.fault(
                "BX213",
                ("based_on",),
                tr('"{name}" means several games', name=text.based_on[:60]),
                tr("write {names}", names=any_of(several)),
            )
        of_house = {
            name: (other.title or other.name, other.name)
            for name, other in self._texts.items()
            if other is not text
        }
        like = nearest(text.based_on, {**of_house, **self._project.names})
        shows = where_all_games_are()
        return text.fault(
            "BX213",
            ("based_on",),
            tr('there is no variant "{name}"', name=text.based_on[:60]),
            tr("did you mean {like}? {shows}", like=like, shows=shows) if like else shows,
        )

    def _contradictions(self, text: HouseText, base: Variant | None) -> Iterator[HouseFault]:
        """Yield each contradiction, at the last setting of the file without which it is none.

        While something of the file could not be read, that could be what is missing: only those
        are told that two settings of the file make.
        """
        usual = base.settings if base is not None else {}
        is_whole = base is not None and text.file not in self._unread
        for sentence in _contradictions({**usual, **text.settings}):
            needed = [
                left_out
                for left_out in text.settings
                if sentence not in _contradictions({**usual, **_without(text.settings, left_out)})
            ]
            if is_whole or len(needed) > 1:
                place = ("settings", *needed[-1:])
                yield text.fault("BX204", place, sentence, tr("change one of the two"))


def _contradictions(settings: Mapping[str, str]) -> list[str]:
    return list(contradictions(with_settings(RuleSet(), settings.items())))


def _without(settings: Mapping[str, str], left_out: str) -> dict[str, str]:
    return {name: value for name, value in settings.items() if name != left_out}


def _variant(text: HouseText, base: Variant) -> Variant:
    return Variant(
        text.name,
        text.title,
        HOUSE,
        text.other_names,
        text.texts.get("summary", ""),
        text.texts.get("example", ""),
        {**base.settings, **text.settings},
        text.by_language,
        base.name,
        text.file,
    )
