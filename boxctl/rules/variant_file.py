"""A variant as its file gives it: the words for it, and its settings as text."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from boxctl.rules.variant_names import HOUSE, all_names, folded
from groundwork.language import current, tr

What = Literal["title", "summary", "example"]
"""What is told of a variant."""


class Variant(NamedTuple):
    """A named rule set as its file gives it; the settings are still text.

    ``settings`` are those that differ from ``classic``. What a file says for one language is in
    ``by_language``, by the language's code. A variant of the house has the ``file`` that it is
    from, empty if only a record has it, and the variant that it is ``based_on``.
    """

    name: str
    title: str
    family: str
    other_names: tuple[str, ...]
    summary: str
    example: str
    settings: Mapping[str, str]
    by_language: Mapping[str, Mapping[str, str]] = {}
    based_on: str = ""
    file: str = ""

    @property
    def is_of_house(self) -> bool:
        """Whether the house has written it."""
        return self.family == HOUSE

    def told(self, what: What) -> str:
        """Return the text of the file in the language in use; empty if it has none.

        The words of the project's own variants are in the catalogs.
        """
        said = self.by_language.get(current().code, {}).get(what)
        if said is not None:
            return said
        usual: str = getattr(self, what)
        if self.is_of_house:
            return usual
        return self.names[0] if what == "title" else tr(usual)

    @property
    def names(self) -> tuple[str, ...]:
        """The title and the other names, in the language in use."""
        if self.is_of_house:
            return (self.told("title"), *self.other_names)
        return all_names(current(), (self.title, *self.other_names))

    def goes_by(self, name: str) -> bool:
        """Return whether a variant of the house has this name, its own or one in any language."""
        titles = (told["title"] for told in self.by_language.values() if "title" in told)
        known = (self.name, self.title, *titles, *self.other_names)
        return folded(name) in map(folded, known)


def read_variant_file(path: str, name: str) -> Variant:
    """Read the file of a variant that is part of the project."""
    with open(path, "rb") as file:  # noqa: PTH123
        read = tomllib.load(file)
    return Variant(
        name,
        read["title"],
        read.get("family", ""),
        tuple(read.get("other_names", ())),
        read["summary"],
        read["example"],
        {key: setting_text(value) for key, value in read.get("settings", {}).items()},
    )


def setting_text(value: Any) -> str:
    """Return the value that a TOML file gives a setting as the text that the setting reads."""
    if isinstance(value, bool):
        return str(value).lower()
    return "+".join(value) if isinstance(value, list) else str(value)
