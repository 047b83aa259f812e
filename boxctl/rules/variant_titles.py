"""What people call the variants, in the language in use: the one place that says it.

A variant that is not here, such as one of an old record, is called by the name that it is asked by.
"""

from __future__ import annotations

from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import besides, folded, with_name
from boxctl.rules.variants import names_of, own_name, understood, words
from groundwork.language import any_of, tr


def variant_title(name: str) -> str:
    """Return the title of a variant."""
    try:
        return names_of(name)[0]
    except RuleFault:
        return name


def with_english(name: str) -> str:
    """Return the title of a variant with the English one behind, unless the two are the same.

    For lists that people choose from. Raises :class:`RuleFault` for a name that no variant has.
    """
    return with_name(variant_title(name), words(name)["title"])


def shown_besides(name: str) -> tuple[str, ...]:
    """Return the other names of a variant, besides its titles and its own name.

    Raises :class:`RuleFault` for a name that no variant has.
    """
    title, *others = names_of(name)
    return besides((title, words(name)["title"], name), others)


def also_means(name: str) -> str:
    """Return a sentence if people call another variant by this name, too; empty if they do not.

    Raises :class:`RuleFault` as :func:`own_name` does.
    """
    own = own_name(name)
    others = [each for each in understood().get(folded(name), ()) if each != own]
    if not others or folded(name) == folded(own):
        return ""
    return tr(
        '"{name}" is taken as {game}. {others} is called that, too: write {names} for it.',
        name=name,
        game=with_name(variant_title(own), own),
        others=any_of(with_name(variant_title(each), each) for each in others),
        names=any_of(others),
    )
