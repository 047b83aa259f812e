"""The kinds of players who can sit down: people, and the ways of simulated players."""

from __future__ import annotations

from boxctl.simulation.ways_to_play import way_to_play
from groundwork.language import message, tr

PERSON = "person"

_TITLES = {
    PERSON: message("a person"),
    "best": message("best"),
    "human": message("human"),
    "fewest-tiles": message("fewest tiles"),
    "highest-first": message("highest first"),
    "random": message("random"),
}
_SENTENCES = {
    PERSON: message("plays at the keys; type the name."),
    "best": message("plays to win, with the scores of the others in mind."),
    "human": message("plays like best, with a mistake now and then."),
    "fewest-tiles": message("shuts the fewest tiles that the throw allows."),
    "highest-first": message("shuts the highest tile that the throw allows."),
    "random": message("makes any move that the throw allows."),
}

KINDS = tuple(_TITLES)
"""Every kind, in the order in which they are offered."""


def kind_of(name: str) -> str:
    """Return the kind of the player who has this name."""
    return way_to_play(name) or PERSON


def kind_title(kind: str) -> str:
    """Return what a kind is called."""
    return tr(_TITLES[kind])


def kind_sentence(kind: str) -> str:
    """Return how a kind plays, as the end of a sentence that begins with its title."""
    return tr(_SENTENCES[kind])
