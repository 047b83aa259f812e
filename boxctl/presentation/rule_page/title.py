"""The title of a game on its page and on its card. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from boxctl.presentation.phrases import capital
from boxctl.rules.names import folded
from boxctl.rules.variant_file import Variant
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import commas, tr


@frozen_dataclass
class GameTitle:
    """The name that players know, the further names, and the one that boxctl lists it by."""

    name: str
    others: tuple[str, ...]
    variant: str

    def also(self) -> str:
        """Return the further names in a clause; empty if there is none."""
        if not self.others:
            return ""
        return tr("also called {names}", names=commas(self.others))

    def lines(self, width: int = 80) -> Iterator[str]:
        """Yield the title as lines of text."""
        yield f"{self.name} ({self.variant})"
        yield from wrap(self.also(), width, break_on_hyphens=False)


def listed_title(name: str) -> str:
    """Return the name of a variant as people read it in a list: The 300 for the-300."""
    return capital(name.replace("-", " "))


def game_title(known: Variant) -> GameTitle:
    """Return the title of a variant."""
    name = capital(tr(known.source_name))
    told = folded(name), folded(known.name)
    others = tuple(
        other for other in known.other_names if not any(folded(other) in each for each in told)
    )
    return GameTitle(name, others, known.name)
