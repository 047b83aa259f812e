"""Whose name is whose: the names of the house's variants beside those of the project."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from boxctl.rules.house.fault import HouseFault
from boxctl.rules.house.text import HouseText
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import folded
from groundwork.language import tr

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
    """Return that a variant of the project has a name, which keeps it."""
    cure = tr("give yours another name") if place else tr("give your file another name")
    told = tr('a game of boxctl, {own}, is called "{name}" too', own=own, name=name)
    return text.fault("BX209", place, told, cure)


def _taken(text: HouseText, name: str, place: tuple[str, ...], other: str) -> HouseFault:
    """Return that the variant of another file has a name."""
    if place:
        cure = tr("give one of the two another name")
    else:
        cure = tr("give one of the two files another name")
    told = tr('the variant of {other} is called "{name}" too', other=other, name=name)
    return text.fault("BX209", place, told, cure)
