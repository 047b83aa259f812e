"""The sentences that tell the rules of a match, each with the settings that it tells of."""

from __future__ import annotations

from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class RuleSentence:
    """One sentence or two for players, and the names of the settings that they tell of.

    ``aside`` is whether the sentence is left out where space is short, on a card.
    """

    text: str
    settings: tuple[str, ...] = ()
    aside: bool = False


@frozen_dataclass
class RuleSection:
    """A section: a title, and its sentences in order."""

    title: str
    sentences: tuple[RuleSentence, ...]
