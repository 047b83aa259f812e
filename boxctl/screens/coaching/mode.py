"""The modes of the coach: how much it says."""

from __future__ import annotations

from typing import Literal, get_args

from boxctl.rules.names import folded
from groundwork.language import message, tr

AskableMode = Literal["on", "ask", "blunders", "after"]
CoachMode = Literal["off", AskableMode]
MODES: tuple[CoachMode, ...] = get_args(CoachMode)
ASKABLE: tuple[AskableMode, ...] = get_args(AskableMode)
"""The modes in which a page in a browser can ask the coach."""

_WORDS: dict[CoachMode, str] = {
    "off": message("the coach is silent"),
    "on": message("the coach shows what each choice comes to"),
    "ask": message("the coach waits until you ask it"),
    "blunders": message("the coach only warns of blunders"),
    "after": message("the coach rates the match when it is over"),
}

_NAMES: dict[CoachMode, str] = {
    "off": message("off"),
    "on": message("on"),
    "ask": message("ask"),
    "blunders": message("blunders"),
    "after": message("after"),
}


def mode_called(word: str) -> CoachMode | None:
    """Return the mode that a word names, in the language in use or in English."""
    typed = folded(word)
    return next((mode for mode in MODES if typed in (mode, folded(tr(_NAMES[mode])))), None)


def mode_in_words(mode: CoachMode) -> str:
    """Return what the coach does in a mode."""
    return tr(_WORDS[mode])


def read_mode(written: object) -> CoachMode:
    """Return the mode of a remembered choice; earlier versions wrote true and false."""
    if written is True:
        return "on"
    return next((mode for mode in MODES if mode == written), "off")


def next_mode(mode: CoachMode) -> CoachMode:
    """Return the mode after this one, in turns."""
    return MODES[(MODES.index(mode) + 1) % len(MODES)]
