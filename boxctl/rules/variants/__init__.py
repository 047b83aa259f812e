"""The named rule sets: one file each in this folder; a new variant is a new file, no code.

A file begins with one line each for ``title``, ``family``, ``other_names``, ``summary`` and
``example``. Names under ``also_understood`` are not shown: old ones, and those by which people also
mean another variant. The settings that differ from ``classic`` follow under ``[settings]``. The
variants that a house has written itself (:mod:`boxctl.rules.house.folders`) go by their names as
these do. Their files are looked at each time, so that what is asked for is as it is written now;
whoever asks about many variants looks at them once (:class:`LookedAtOnce`).
May import the rest of rules.
"""

from __future__ import annotations

import os
from contextvars import ContextVar

from boxctl.rules.faults import RuleFault
from boxctl.rules.house import folders as house_folders
from boxctl.rules.variant_names import (
    FAMILIES,
    HOUSE,
    all_names,
    folded,
    index,
    nearest,
    where_all_games_are,
    with_name,
)
from groundwork.language import all_of, any_of, current, known_languages, language, tr

# `rules list` must start about as fast as Python itself, so nothing is imported for it: neither
# tomllib nor pathlib nor typing.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from boxctl.rules.faults import HouseFault
    from boxctl.rules.house.folders import Listed
    from boxctl.rules.house.put_together import HouseVariants, ProjectVariants
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.variant_file import Variant

_DIRECTORY = os.path.dirname(__file__)  # noqa: PTH120


def names() -> tuple[str, ...]:
    """Return the names of all variants: those of the house, ``classic``, the others by name."""
    return (*house_names(), *_project_names())


def house_names() -> tuple[str, ...]:
    """Return the names of the variants that the house has written, in alphabetical order."""
    house = _house()
    return tuple(house.variants) if house is not None else ()


def house_faults() -> Mapping[str, tuple[RuleFault, ...]]:
    """Return by its path what is wrong with each file of the house that cannot be used."""
    house = _house()
    return house.faults if house is not None else {}


def games_in(faults: Iterable[str]) -> tuple[str, ...]:
    """Return the own names of the variants whose files are among these paths, without folders."""
    files = (file for file in faults if file.endswith(house_folders.ENDING))
    stems = (os.path.basename(file).removesuffix(house_folders.ENDING) for file in files)  # noqa: PTH119
    return tuple(sorted(set(stems)))


def hidden_with(path: str) -> tuple[str, ...]:
    """Return the own names of the variants that are left out because this file is wrong or gone."""
    house = _house()
    return () if house is None else house.hidden_with(path)


def _project_names() -> tuple[str, ...]:
    files = sorted(os.listdir(_DIRECTORY))  # noqa: PTH208
    found = [name.removesuffix(".toml") for name in files if name.endswith(".toml")]
    return tuple(sorted(found, key=lambda name: (name != "classic", name)))


def by_family() -> dict[str, tuple[str, ...]]:
    """Return the variants of each family, as they are listed: known families first."""
    found: dict[str, list[str]] = {family: [] for family in (HOUSE, *FAMILIES)}
    with LookedAtOnce():
        for name in names():
            found.setdefault(words(name)["family"], []).append(name)
    return {family: tuple(members) for family, members in found.items() if members}


def own_name(name: str) -> str:
    """Return the variant's own name for any of its names in any language, or for its file.

    The spelling does not count. Raises :class:`RuleFault`: BX201 for a name that no variant has,
    with the nearest that one has, and for a name that means several; BX209 where two variants share
    a name; what is wrong with a file of the house.
    """
    return _meant(name)[0]


def _meant(name: str) -> tuple[str, Variant | None]:
    """Return the own name of a variant and, if the house has written it, the variant.

    Both are of one look at the files, which may change at any time. Raises as :func:`own_name`.
    """
    if house_folders.is_path(name):
        try:
            return _in_file(name)
        except RuleFault:
            stem = os.path.basename(name).removesuffix(house_folders.ENDING)  # noqa: PTH119
            if (stands_in := _who_stands_in(stem)) is not None:
                return stands_in
            raise
    asked, house = folded(name), _house()
    of_house = {} if house is None else house.names
    # The catalogs are long: they are read only for a name that nothing else has.
    if (found := _index().get(asked)) is not None:
        return found[1], None
    if house is not None and (found := of_house.get(asked)) is not None:
        return found[1], house.variants[found[1]]
    if (stands_in := _who_stands_in(asked)) is not None:
        return stands_in
    if house is not None and (fault := house.fault_of(name)) is not None:
        raise fault
    if (found := _in_catalogs().get(asked)) is not None:
        return found[1], None
    meant = understood().get(asked, ())
    if len(meant) > 1:
        raise _several(name, meant)
    if meant:
        return meant[0], None
    raise _none(name, nearest(name, {**_in_catalogs(), **_index(), **of_house}))


def _none(name: str, like: str = "") -> RuleFault:
    shows = where_all_games_are()
    return RuleFault(
        "BX201",
        tr('there is no variant "{name}"', name=name),
        tr("did you mean {like}? {shows}", like=like, shows=shows) if like else shows,
    )


def _several(name: str, meant: Sequence[str]) -> RuleFault:
    games = all_of(with_name(names_of(own)[0], own) for own in meant)
    return RuleFault(
        "BX201",
        tr('"{name}" means several games, {games}', name=name, games=games),
        tr("write {names}", names=any_of(meant)),
    )


def file_of(name: str) -> str:
    """Return the file of a variant of the house, right or wrong, by any of its names.

    Raises :class:`RuleFault`: BX201 for a name that none has, BX216 for a variant of boxctl.
    """
    if house_folders.is_path(name):
        return house_folders.take(name)
    house = _house()
    for file in house.faults if house is not None else ():
        if folded(os.path.basename(file).removesuffix(house_folders.ENDING)) == folded(name):  # noqa: PTH119
            return file
    known = load(own_name(name))
    if known.file:
        return known.file
    raise RuleFault(
        "BX216",
        tr("{name} is a variant of boxctl and stays as it is", name=known.name),
        tr("make one of your own of it: boxctl rules save TITLE --rules {name}", name=known.name),
    )


def faults_of_file(path: str) -> tuple[RuleFault, ...]:
    """Return everything that is wrong with this file of the house; it counts from now on."""
    house = _house_with(path)
    return house.faults.get(_listed_as(path, house.faults), ())


def _house_with(path: str) -> HouseVariants:
    house_folders.take(path)
    house = _house()
    assert house is not None
    return house


def _listed_as(path: str, listed: Iterable[str]) -> str:
    """Return the path by which a file is listed; empty if it is not."""
    whole = os.path.realpath(path)
    return next((file for file in listed if os.path.realpath(file) == whole), "")


def faults_in_text(path: str, text: str) -> tuple[HouseFault, ...]:
    """Return everything that would be wrong with a file of the house at ``path`` with this text."""
    return _with_text(path, text).faults.get(path, ())


def variant_in_text(path: str, text: str) -> Variant:
    """Return the variant that a file of the house at ``path`` would be with this text.

    Raises :class:`RuleFault` with the first of what :func:`faults_in_text` returns.
    """
    house = _with_text(path, text)
    for fault in house.faults.get(path, ()):
        raise fault
    return next(known for known in house.variants.values() if known.file == path)


def _with_text(path: str, text: str) -> HouseVariants:
    """Return the variants of the house as they would be with a file at ``path`` with this text."""
    from boxctl.rules.house.file import check_house_text, read_house_file
    from boxctl.rules.house.put_together import put_together

    here = os.path.realpath(path)
    listed, _wrong = house_folders.listed()
    others = [read_house_file(file) for file, _ in listed if os.path.realpath(file) != here]
    return put_together([*others, check_house_text(path, text)], (), _project())


def _project() -> ProjectVariants:
    from boxctl.rules.house.put_together import ProjectVariants

    names = {**_in_catalogs(), **_index()}
    return ProjectVariants(names, understood(), _load_of_project)


def _in_file(path: str) -> tuple[str, Variant]:
    """Return the variant of a file, which counts among the others from now on."""
    house = _house_with(path)
    if faults := house.faults.get(_listed_as(path, house.faults)):
        raise faults[0]
    files = {known.file: known for known in house.variants.values()}
    if (found := files.get(_listed_as(path, files))) is None:
        raise _none(path)  # it has been moved since
    return found.name, found


def other_names(name: str) -> tuple[str, ...]:
    """Return the other names of this variant, in English where the project has them.

    Raises :class:`RuleFault` (BX201, BX209).
    """
    own, of_house = _meant(name)
    if of_house is not None:
        return of_house.other_names
    return _listed(own, "other_names")


def names_of(name: str) -> tuple[str, ...]:
    """Return the title of a variant and its other names, in the language in use.

    Raises :class:`RuleFault` as :func:`load` does.
    """
    if name in _recalled:
        return load(name).names
    own, of_house = _meant(name)
    if of_house is not None:
        return of_house.names
    return all_names(current(), _in_english(own))


def also_understood(name: str) -> tuple[str, ...]:
    """Return the names that mean this variant and are not shown. Raises as :func:`own_name`."""
    own, of_house = _meant(name)
    return () if of_house is not None else _listed(own, "also_understood")


def understood() -> dict[str, list[str]]:
    """Return the names that are understood and not shown, as :func:`folded`, and who has each."""
    found: dict[str, list[str]] = {}
    for own in _project_names():
        for name in _listed(own, "also_understood"):
            found.setdefault(folded(name), []).append(own)
    return found


def words(name: str) -> dict[str, str]:
    """Return the ``title``, ``family``, ``summary`` and ``example`` of this variant, in English.

    Raises :class:`RuleFault` (BX201, BX209).
    """
    own, of_house = _meant(name)
    if of_house is not None:
        return {
            "title": of_house.told("title"),
            "family": of_house.family,
            "summary": of_house.told("summary"),
            "example": of_house.told("example"),
        }
    found = {"family": ""} | _first_lines(own)
    return {key: value.strip('"') for key, value in found.items() if not value.startswith("[")}


def load(name: str) -> Variant:
    """Return the variant of this name.

    One of the house whose file is gone or wrong is what it was last, here or in a record
    (:func:`recall`). Raises :class:`RuleFault` (BX201, BX209).
    """
    try:
        own, of_house = _meant(name)
    except RuleFault:
        if name in _recalled:
            return _recalled[name]
        raise
    if of_house is not None:
        recall(of_house)
        return of_house
    return _load_of_project(own)


def recall(variant: Variant) -> None:
    """Keep a variant of the house for as long as no file gives it."""
    _recalled[variant.name] = variant


_recalled: dict[str, Variant] = {}


def stand_in(variant: Variant) -> RuleFault | None:
    """Have a variant of the house stand in for its file, by all its names, until that is right.

    Return what is wrong with the file; None if it is right, or another variant has its name.
    """
    _standing_in.pop(variant.name, None)
    try:
        own_name(variant.name)
    except RuleFault as fault:
        _standing_in[variant.name] = variant, fault
        return fault
    return None


def stood_in_for(name: str) -> RuleFault | None:
    """Return the fault of the file of the variant of this own name, if another stands in."""
    return _standing_in[name][1] if name in _standing_in else None


def _who_stands_in(asked: str) -> tuple[str, Variant] | None:
    stand_ins = ((own, of) for own, (of, _fault) in _standing_in.items())
    return next((each for each in stand_ins if each[1].goes_by(asked)), None)


_standing_in: dict[str, tuple[Variant, RuleFault]] = {}


def base_in_project(variant: Variant) -> Variant:
    """Return the variant of the project on which one of the house is based in the end.

    That is ``classic`` if what it is based on is no more.
    """
    base = variant
    while base.is_of_house:
        try:
            base = load(base.based_on)
        except RuleFault:
            return _load_of_project("classic")
    return base


def _load_of_project(own: str) -> Variant:
    from boxctl.rules.variant_file import read_variant_file

    if own not in _loaded:
        _loaded[own] = read_variant_file(_path(own), own)
    return _loaded[own]


_loaded: dict[str, Variant] = {}


class LookedAtOnce:
    """A context in which the files of the house are as they are at its beginning.

    A file that is first given by its path within is not among them.
    """

    # contextlib is not imported: `rules list` enters one.

    def __enter__(self) -> None:
        self._before = _looked_at.set(_looked_at.get() or (_house(),))

    def __exit__(self, *_fault: object) -> None:
        _looked_at.reset(self._before)


_looked_at: ContextVar[tuple[HouseVariants | None] | None] = ContextVar("looked_at", default=None)


def _house() -> HouseVariants | None:
    """Return the variants of the house as their files are now; None if there is no file."""
    if (looked_at := _looked_at.get()) is not None:
        return looked_at[0]
    listed = house_folders.listed()
    if listed == ((), ()):
        return None
    asked = listed, current().code
    if (house := _houses.get(asked)) is None:
        from boxctl.rules.house.put_together import read_house

        house = read_house(*listed, _project())
        if len(_houses) >= _MOST_HOUSES:
            _houses.clear()
        _houses[asked] = house
    return house


_MOST_HOUSES = 4

_houses: dict[tuple[tuple[tuple[Listed, ...], tuple[str, ...]], str], HouseVariants] = {}
"""What was read of some listing, with its faults in some language."""


def variant(name: str) -> RuleSet:
    """Return the rule set of this name. Raises :class:`RuleFault` (BX201, BX209)."""
    from boxctl.rules.ruleset import RuleSet
    from boxctl.rules.settings import with_settings

    return with_settings(RuleSet(), load(name).settings.items())


def _index() -> dict[str, tuple[str, str]]:
    if not _known:
        _known.update(index({own: _in_english(own) for own in _project_names()}))
    return _known


_known: dict[str, tuple[str, str]] = {}


def _in_catalogs() -> dict[str, tuple[str, str]]:
    if not _translated:
        for code in known_languages()[1:]:
            for own in _project_names():
                for name in all_names(language(code), _in_english(own)):
                    _translated.setdefault(folded(name), (name, own))
    return _translated


_translated: dict[str, tuple[str, str]] = {}


def _in_english(own: str) -> tuple[str, ...]:
    """Return the title and the other names."""
    return (_first_lines(own).get("title", own).strip('"'), *_listed(own, "other_names"))


def _listed(own: str, key: str) -> tuple[str, ...]:
    listed = _first_lines(own).get(key, "[]").strip("[]")
    return tuple(name.strip('"') for name in listed.split('", "') if name)


_read: dict[str, dict[str, str]] = {}


def _first_lines(own: str) -> dict[str, str]:
    if own in _read:
        return _read[own]
    found = _read[own] = {}
    with open(_path(own), encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            key, equals, value = line.partition(" = ")
            if not equals:
                break
            found[key] = value.strip()
    return found


def _path(own: str) -> str:
    return os.path.join(_DIRECTORY, own + ".toml")  # noqa: PTH118
