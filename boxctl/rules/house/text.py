"""What the text of a house's own variant says, and everything that is wrong with it.

Each part is checked by itself: what other files have to do with it is seen in
:mod:`boxctl.rules.house.put_together`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from boxctl.rules.faults import HouseFault, RuleFault, fault_in, in_order
from boxctl.rules.house.folders import is_path, name_of
from boxctl.rules.house.parsed_text import parsed_text
from boxctl.rules.settings import SETTINGS, is_handicap, setting
from boxctl.rules.variant_file import What, setting_text
from boxctl.rules.variant_names import folded, where_all_games_are
from groundwork.cell_width import without_curly_quotes
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import known_languages, tr

LONGEST_NAME, LONGEST_TEXT = 60, 400
"""The most characters of a title or another name, and of a summary or an example."""

MOST_NAMES = 20
"""The most other names."""

_MOST_SHOWN = 40

_TEXTS = get_args(What)

KEYS = ("title", "based_on", "other_names", "summary", "example", "settings")
"""The keys of a file, besides a table for each language."""


@frozen_dataclass
class HouseText:
    """What a file says of its variant, each part checked by itself.

    ``based_on`` is a name as it is written, ``settings`` are text. ``lines`` has the line of each
    key.
    """

    file: str
    name: str
    title: str
    based_on: str
    other_names: tuple[str, ...]
    texts: Mapping[str, str]
    by_language: Mapping[str, Mapping[str, str]]
    settings: Mapping[str, str]
    lines: Mapping[tuple[str, ...], int]

    def fault(self, code: str, place: tuple[str, ...], sentence: str, cure: str) -> HouseFault:
        """Return a fault of this file at the line of a key."""
        return fault_in(self.file, self.lines.get(place), code, sentence, cure)

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """Every name that the file gives, and the key with which it does; the file's own first."""
        found: dict[str, tuple[str, ...]] = {self.name: ()}
        found.setdefault(self.title, ("title",))
        for other in self.other_names:
            found.setdefault(other, ("other_names",))
        for code, told in self.by_language.items():
            if "title" in told:
                found.setdefault(told["title"], (code, "title"))
        found.pop("", None)  # a name that could not be read
        return found


def checked(path: str, text: str) -> tuple[HouseText, tuple[HouseFault, ...]]:
    """Return the game of a file at ``path`` with this text, and all its faults.

    What could not be read of the text is empty in it. The file is not read.
    """
    parsed = parsed_text(path, text)
    checking = _TextCheck(path, parsed.data, parsed.lines, is_cut=parsed.is_cut)
    found = checking.read()
    told = {fault.line for fault in checking.faults}
    # A word that wants quotation marks may be none of those that a setting has, and a name no key.
    mended = [fault for fault in parsed.mended if fault.line not in told]
    return found, in_order((*checking.faults, *mended, *parsed.faults))


@dataclass
class _TextCheck:
    """A text being checked: what was read so far, and what is wrong.

    If it ``is_cut``, what is missing may be in the rest.
    """

    path: str
    data: Mapping[str, Any]
    lines: Mapping[tuple[str, ...], int]
    faults: list[HouseFault] = field(default_factory=list)
    is_cut: bool = False

    def _fault(self, code: str, place: tuple[str, ...], sentence: str, cure: str) -> None:
        line = self.lines.get(place) or self.lines.get(place[:1])
        self.faults.append(fault_in(self.path, line, code, sentence, cure))

    def read(self) -> HouseText:
        """Return the game of the file; its faults are in ``faults``."""
        self._check_name()
        title, based_on, others = self._title(), self._based_on(), self._other_names()
        texts = {key: self._text((key,), self.data[key]) for key in _TEXTS[1:] if key in self.data}
        by_language = dict(self._languages())
        settings = dict(self._settings())
        return HouseText(
            self.path,
            name_of(self.path),
            title,
            based_on,
            others,
            texts,
            by_language,
            settings,
            self.lines,
        )

    def _check_name(self) -> None:
        name = name_of(self.path)
        if not folded(name) or not name.isprintable() or name.startswith("-"):
            self._fault(
                "BX212",
                (),
                tr("the name of the file cannot be the name of a variant"),
                tr("name it with letters and figures, such as crown.toml"),
            )
        elif len(name) > LONGEST_NAME:
            self._fault(
                "BX212",
                (),
                tr("the name of the file has more than {most} characters", most=LONGEST_NAME),
                tr("give it a shorter one"),
            )

    def _title(self) -> str:
        if "title" in self.data:
            return self._name(("title",), self.data["title"])
        is_misspelt = any(
            _nearest(key, self._known_keys) == "title" for key in self._unknown_keys()
        )
        if self.is_cut or is_misspelt:
            return ""  # the fault of that key says it
        self._fault(
            "BX212",
            (),
            tr("there is no title"),
            tr('write what the game is called at the top, such as title = "The Crown"'),
        )
        return ""

    def _based_on(self) -> str:
        based_on = self.data.get("based_on", "classic")
        if not isinstance(based_on, str) or is_path(based_on) or not based_on.isprintable():
            self._fault(
                "BX213",
                ("based_on",),
                tr("based_on = {value} is no name of a variant", value=_shown(based_on)),
                where_all_games_are(),
            )
            return ""
        return based_on

    def _other_names(self) -> tuple[str, ...]:
        names = self.data.get("other_names", [])
        if not isinstance(names, list) or len(names) > MOST_NAMES:
            self._fault(
                "BX212",
                ("other_names",),
                tr("other_names is no list of at most {most} names", most=MOST_NAMES),
                tr('write it like other_names = ["the long one", "our game"]'),
            )
            return ()
        return tuple(self._name(("other_names",), name) for name in names)

    def _languages(self) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield the texts that differ by language; report keys that nobody knows."""
        for key in self._unknown_keys():
            self._unknown((key,), self._known_keys)
        for key, told in self.data.items():
            if key not in known_languages():
                continue
            if not isinstance(told, dict):
                self._no_table(key, 'title = "…"')
            else:
                for unknown in told.keys() - set(_TEXTS):
                    self._unknown((key, unknown), _TEXTS)
                yield (
                    key,
                    {
                        what: (self._name if what == "title" else self._text)((key, what), value)
                        for what, value in told.items()
                        if what in _TEXTS
                    },
                )

    @property
    def _known_keys(self) -> tuple[str, ...]:
        return *KEYS, *known_languages()

    def _unknown_keys(self) -> list[str]:
        return [key for key in self.data if key not in self._known_keys]

    def _settings(self) -> Iterator[tuple[str, str]]:
        """Yield the settings whose values are possible."""
        settings = self.data.get("settings", {})
        if not isinstance(settings, dict):
            self._no_table("settings", "tiles = 10")
            return
        for name, value in settings.items():
            place = "settings", name
            try:
                known = setting(name)
            except RuleFault as fault:
                is_told = name.isprintable() and len(name) <= _MOST_SHOWN
                shown = tr("there is no setting {name}", name=_shown(name))
                self._fault("BX202", place, fault.sentence if is_told else shown, fault.cure)
                continue
            try:
                known.read(_setting_text(value))
            except ValueError:
                self._fault(
                    "BX203",
                    place,
                    tr("{name} = {value} is not possible", name=name, value=_shown(value)),
                    tr("it may be {answers}", answers=known.kind.answers()),
                )
                continue
            yield name, _setting_text(value)

    def _name(self, place: tuple[str, ...], value: Any) -> str:
        text = without_curly_quotes(self._text(place, value, most=LONGEST_NAME))
        if text and not folded(text):
            self._fault(
                "BX212",
                place,
                tr("{value} has no letter or figure", value=_shown(value)),
                tr("give a name that can be said"),
            )
        return text

    def _text(self, place: tuple[str, ...], value: Any, most: int = LONGEST_TEXT) -> str:
        key = ".".join(place)
        if not isinstance(value, str) or not value.strip():
            sentence = tr("{key} = {value} is no text", key=key, value=_shown(value))
            cure = tr("write it in quotation marks")
        elif not value.isprintable():
            sentence = tr(
                "{key} = {value} has a character that cannot be shown",
                key=key,
                value=_shown(value),
            )
            cure = tr("write it in one line, with letters, figures, signs and plain spaces")
        elif len(value) > most:
            sentence = tr("{key} has more than {most} characters", key=key, most=most)
            cure = tr("say it in fewer words")
        else:
            return value.strip()
        self._fault("BX212", place, sentence, cure)
        return ""

    def _unknown(self, place: tuple[str, ...], known: tuple[str, ...]) -> None:
        key = place[-1]
        near = _nearest(key, known)
        is_table = isinstance(self.data[place[0]], dict)
        if not near and is_table:
            near = next((code for code in known_languages() if key.lower().startswith(code)), "")
        sentence = tr("there is no key {key}", key=_shown(key))
        try:
            setting(key)
        except RuleFault as fault:
            if is_handicap(key):
                sentence, cure = fault.sentence, fault.cure
            elif not is_table and _nearest(key, (*known, *SETTINGS)) in SETTINGS:
                near = _nearest(key, tuple(SETTINGS))
                cure = tr("did you mean {nearest}, below [settings]?", nearest=near)
            elif near:
                cure = tr("did you mean {nearest}?", nearest=near)
            else:
                cure = tr("known are {settings}", settings=", ".join(known))
        else:
            cure = tr("write it below [settings]")
        self._fault("BX212", place, sentence, cure)

    def _no_table(self, name: str, example: str) -> None:
        self._fault(
            "BX212",
            (name,),
            tr("{name} is no table", name=name),
            tr(
                "write [{name}] on a line of its own and below it what it has, such as {example}",
                name=name,
                example=example,
            ),
        )


def _nearest(key: str, known: tuple[str, ...]) -> str:
    """Return the known key that was meant, "" if it can be none."""
    if key == "source_name":
        return "title"
    from difflib import get_close_matches  # only needed for a key that is wrong

    return next(iter(get_close_matches(key.lower(), known, n=1, cutoff=0.5)), "")


def _setting_text(value: Any) -> str:
    """Return a value as a setting reads it. Raises ValueError for one that no setting has."""
    of_text = isinstance(value, list) and all(isinstance(each, str) for each in value)
    text = setting_text(value) if of_text or isinstance(value, bool | int | float | str) else "\0"
    if not text.isprintable() or len(text) > LONGEST_TEXT:
        raise ValueError
    return text


def _shown(value: Any) -> str:
    """Return a value for a sentence: its beginning, and no character that cannot be seen."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        text = f'"{value}"' if value.isprintable() else ascii(value)
    else:
        try:
            text = str(value)
        except ValueError:  # a number too long for Python
            text = "…"
        text = text if text.isprintable() else ascii(text)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
