"""The variants of the house, put together: what each is based on, and whose name it is.

A file that is wrong is left out, and what is wrong with it is said: the others are as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.house.fault import HouseFault, fault_in, in_order, name_of
from boxctl.rules.house.file import HouseFile, read_house_file
from boxctl.rules.house.folders import MOST_FILES, Listed
from boxctl.rules.house.text import HouseText
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import HOUSE, folded, nearest
from groundwork.language import tr

Names = Mapping[str, tuple[str, str]]
"""By what counts of it, every name as it is written and the variant that has it."""


class HouseVariants(NamedTuple):
    """The variants of the house by their own names, their names, and what is wrong with others.

    ``faults`` has by its path everything that is wrong with a file or a folder.
    """

    variants: Mapping[str, Variant]
    names: Names
    faults: Mapping[str, tuple[RuleFault, ...]]

    def fault_of(self, name: str) -> RuleFault | None:
        """Return why there is no variant of this own name, though there is a file."""
        for path, faults in self.faults.items():
            if folded(name_of(path)) == folded(name):
                return faults[0]
        return None


class ProjectVariants(NamedTuple):
    """The variants that are part of the project: their names, and how to load one and its file."""

    names: Names
    load: Callable[[str], Variant]
    path_of: Callable[[str], str]


def read_house(
    files: tuple[Listed, ...], wrong_folders: tuple[str, ...], project: ProjectVariants
) -> HouseVariants:
    """Read all these files."""
    return put_together([read_house_file(path) for path, _stamp in files], wrong_folders, project)


def put_together(
    files: list[HouseFile], wrong_folders: tuple[str, ...], project: ProjectVariants
) -> HouseVariants:
    """Return the variants of files that were read."""
    faults: dict[str, tuple[RuleFault, ...]] = {
        folder: (_folder_fault(folder),) for folder in wrong_folders
    }
    texts = [file.text for file in files if file.text is not None]
    sound = [file.text for file in files if file.text is not None and not file.faults]
    wrong = {file.path: file.faults for file in files if file.faults}
    for text in texts:
        if clashes := tuple(_clashes(text, sound, project)):
            wrong[text.file] = (*wrong.get(text.file, ()), *clashes)
    building = _Building(
        [text for text in sound if text.file not in wrong], project, faults := {**faults, **wrong}
    )
    for text in texts:
        if text.file in wrong:
            faults[text.file] = in_order((*wrong[text.file], *building.faults_of_base(text)))
    variants = dict(sorted(building.all_of_them()))
    names = {
        folded(name): (name, text.name)
        for text in sound
        if text.name in variants
        for name in text.names
    }
    return HouseVariants(variants, names, faults)


def _folder_fault(folder: str) -> HouseFault:
    return fault_in(
        folder,
        None,
        "BX214",
        tr("the folder cannot be listed, or has more than {most} variants", most=MOST_FILES),
        tr("keep nothing in it but your variants, and make it a folder that you may read"),
    )


def _clashes(
    text: HouseText, others: list[HouseText], project: ProjectVariants
) -> Iterator[HouseFault]:
    """Yield the names of a file that are also those of something else.

    The name of a file goes before the names that another file only says.
    """
    for name, place in text.names.items():
        wanted = folded(name)
        if (taken := project.names.get(wanted)) is not None:
            yield _taken(text, name, place, project.path_of(taken[1]))
        for other in others:
            if other is text:
                continue
            found = [at for theirs, at in other.names.items() if folded(theirs) == wanted]
            if found and (place != () or () in found):
                yield _taken(text, name, place, other.file)


def _taken(text: HouseText, name: str, place: tuple[str, ...], other: str) -> HouseFault:
    return text.fault(
        "BX209",
        place,
        tr('the variant of {other} is called "{name}" too', other=other, name=name),
        tr("give one of the two another name")
        if place
        else tr("give one of the two files another name"),
    )


class _Building:
    """Builds each variant after the one that it is based on."""

    def __init__(
        self,
        texts: list[HouseText],
        project: ProjectVariants,
        faults: dict[str, tuple[RuleFault, ...]],
    ) -> None:
        self._texts = {text.name: text for text in texts}
        self._known = {
            folded(name): (name, text.name) for text in texts for name in text.names
        } | dict(project.names)
        self._broken = {folded(name_of(path)): path for path in faults}
        self._project = project
        self._faults = faults
        self._built: dict[str, Variant | None] = {}

    def all_of_them(self) -> Iterator[tuple[str, Variant]]:
        """Yield each variant by its own name; what is wrong with one goes to the faults."""
        for name in self._texts:
            if (built := self._variant(name, ())) is not None:
                yield name, built

    def faults_of_base(self, text: HouseText) -> Iterator[HouseFault]:
        """Yield what is wrong with the base of a file that is not built, as it is wrong itself."""
        wanted = folded(text.based_on)
        if wanted and wanted not in self._known and self._broken.get(wanted) != text.file:
            yield self._no_base(text, wanted)

    def _variant(self, name: str, way: tuple[str, ...]) -> Variant | None:
        """Return a variant of the house, None if something is wrong with it.

        ``way`` are those that are based on it, the nearest last.
        """
        if name not in self._built:
            text = self._texts[name]
            try:
                built = self._build(text, (*way, name))
            except RuleFault as fault:
                self._faults[text.file] = (fault,)
                built = None
            self._built[name] = built
        return self._built[name]

    def _build(self, text: HouseText, way: tuple[str, ...]) -> Variant:
        base = self._base(text, way)
        settings = {**base.settings, **text.settings}
        rules = with_settings(RuleSet(), settings.items())
        try:
            check(rules)
        except RuleFault as fault:
            raise self._contradiction(text, base, fault) from None
        return Variant(
            text.name,
            text.title,
            HOUSE,
            text.other_names,
            text.texts.get("summary", ""),
            text.texts.get("example", ""),
            settings,
            text.by_language,
            base.name,
            text.file,
        )

    def _base(self, text: HouseText, way: tuple[str, ...]) -> Variant:
        wanted = folded(text.based_on)
        found = self._known.get(wanted)
        if found is None:
            raise self._no_base(text, wanted)
        own = found[1]
        if own not in self._texts:
            return self._project.load(own)
        if own in way:
            raise text.fault(
                "BX213",
                ("based_on",),
                tr(
                    "it is based on itself in the end: {way}",
                    way=" → ".join((*way[way.index(own) :], own)),
                ),
                tr("base one of them on another variant"),
            )
        base = self._variant(own, way)
        if base is None:
            raise self._on_broken(text, self._texts[own].file)
        return base

    def _no_base(self, text: HouseText, wanted: str) -> HouseFault:
        if (broken := self._broken.get(wanted)) is not None:
            return self._on_broken(text, broken)
        like = nearest(text.based_on, self._known)
        shows = tr("boxctl rules list shows them all")
        return text.fault(
            "BX213",
            ("based_on",),
            tr('there is no variant "{name}"', name=text.based_on[:60]),
            tr("did you mean {like}? {shows}", like=like, shows=shows) if like else shows,
        )

    def _on_broken(self, text: HouseText, file: str) -> HouseFault:
        return text.fault(
            "BX213",
            ("based_on",),
            tr("something is wrong with {file}, which it is based on", file=file),
            tr("mend that file first"),
        )

    def _contradiction(self, text: HouseText, base: Variant, fault: RuleFault) -> HouseFault:
        """Name the setting of the file without which there would be none, the last of these."""
        place: tuple[str, ...] = ("settings",)
        for left_out in reversed(list(text.settings)):
            kept = {key: value for key, value in text.settings.items() if key != left_out}
            try:
                check(with_settings(RuleSet(), {**base.settings, **kept}.items()))
            except RuleFault:
                continue
            place = ("settings", left_out)
            break
        return text.fault("BX204", place, fault.sentence, fault.cure or tr("change one of the two"))
