"""The names of the variants, their own and those that people know them by, and their families.

Case, hyphens, spaces, apostrophes and accents do not count. The file of a variant names its family.
"""

from __future__ import annotations

from boxctl.rules.faults import RuleFault
from groundwork.language import message, tr
from groundwork.reader import for_reader

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundwork.language import Language

CONTEXT, BETWEEN = "the names of a game", " | "
"""A catalog has the title of a variant and its other names as one message, such as
``The French rules | French rules``: a language may have more of them, or fewer.
"""


def all_names(language: Language, in_english: tuple[str, ...]) -> tuple[str, ...]:
    """Return the title of a variant and its other names in a language, by those in English."""
    return tuple(language.tr_as(CONTEXT, BETWEEN.join(in_english)).split(BETWEEN))


_IGNORED = frozenset(" -'\u2019")
_ALSO_IGNORED = ("Zs", "Pd")
"""Spaces and hyphens of all widths, by their category in Unicode."""


def folded(name: str) -> str:
    """Return a name as names are compared: ``Ferme la Boîte`` and ``ferme-la-boite`` are one."""
    if name.isascii():
        return "".join(letter for letter in name.lower() if letter not in _IGNORED)
    from unicodedata import category, combining, normalize  # only needed for accents

    return "".join(
        letter
        for letter in normalize("NFKD", normalize("NFKD", name).casefold())
        if letter not in _IGNORED
        and not combining(letter)
        and category(letter) not in _ALSO_IGNORED
    )


def with_name(title: str, name: str) -> str:
    """Return a title with another name behind, unless they are the same: Le long jeu (relay)."""
    return title if folded(title) == folded(name) else f"{title} ({name})"


def where_all_games_are() -> str:
    """Say where whoever reads it finds the names of all games."""
    return for_reader(
        tr("boxctl rules list shows them all"), page=tr("choose one of the list of games")
    )


def besides(told: Iterable[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that say more than those that are told already."""
    known, found = list(map(folded, told)), []
    for name in names:
        if not any(folded(name) in each for each in known):
            known.append(folded(name))
            found.append(name)
    return tuple(found)


def index(names: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, str]]:
    """Return, by what counts of it, every name as it is written and the variant that has it.

    ``names`` are the other names of each variant. Raises :class:`RuleFault` (BX209) where two
    variants share one.
    """
    found: dict[str, tuple[str, str]] = {}
    for own, others in names.items():
        for name in (own, *others):
            _written, taken = found.setdefault(folded(name), (name, own))
            if taken != own:
                raise RuleFault(
                    "BX209",
                    tr(
                        'the variants {taken} and {own} are both called "{name}"',
                        taken=taken,
                        own=own,
                        name=name,
                    ),
                    tr("take another name in {own}.toml", own=own),
                )
    return found


_ARTICLES = ("the", "le", "la", "les", "der", "die", "das")


def _without_article(name: str) -> str:
    """Return a name without its article: Crown of The Crown, Ours of L'Ours."""
    first, _space, rest = name.replace("-", " ").partition(" ")
    if rest and first.lower() in _ARTICLES:
        return rest
    if first[:2].lower() in ("l'", "l\u2019") and len(name) > 2:
        return name[2:]
    return name


def nearest(name: str, known: Mapping[str, tuple[str, str]]) -> str:
    """Return the name most like this one and the variant it means; empty if none is like it."""
    from difflib import get_close_matches  # only needed for a name that is wrong

    bare = {folded(_without_article(written)): like for like, (written, _own) in known.items()}
    for found in get_close_matches(folded(_without_article(name)), bare, n=1, cutoff=0.6):
        written, own = known[bare[found]]
        return (
            own
            if folded(written) == folded(own)
            else tr("{written}, another name of {own}", written=written, own=own)
        )
    return ""


HOUSE = "house"
"""The family of the variants that the house has written itself, which is listed first."""

FAMILIES = {
    "classic": message("The classic game"),
    "scores": message("Another way to score"),
    "starts": message("Another start"),
    "sevens": message("The number seven"),
    "chances": message("Another chance"),
    "boxes": message("Other boxes and dice"),
    "thai": message("Thai style"),
    "canoga": message("Canoga"),
    "two-players": message("Two players, one box"),
    "rounds": message("Several rounds"),
}
"""Each family of the project's variants and its title, in the order in which they are listed."""

_TITLE_OF_HOUSE = message("The games of this house")


def title(family: str) -> str:
    """Return the title of a family in English; of one that is not known here, its name."""
    return _TITLE_OF_HOUSE if family == HOUSE else FAMILIES.get(family, family)
