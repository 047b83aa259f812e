"""Real dice that people enter: typed, or with the buttons of the box, one press for each pip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from boxctl.presentation.notices import DiceCounted
from boxctl.presentation.sound.spoken_phrases import in_words
from boxctl.rules.ruleset import Dice, Throw
from boxctl.table.interruption import Tell
from groundwork.language import known_languages, language, speaking, tr_as


class DiceEntry:
    """A throw that people enter die by die; ``tell`` shows them the dice so far. Not thread-safe.

    Until its last die is entered, nothing of it is recorded, and it can be begun anew.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._done: list[int] = []
        self._counted = 0

    @property
    def begun(self) -> bool:
        """Whether something of a throw is entered."""
        return bool(self._done or self._counted)

    def count(self, sides: int) -> None:
        """Count the die up by one; after the last of its ``sides`` comes 1."""
        self._counted = self._counted % sides + 1
        self._tell(DiceCounted((*self._done, self._counted)))

    def next_die(self, counts: Sequence[int]) -> Throw | None:
        """End this die; return the throw if that was its last, of any of these ``counts``.

        Where fewer dice may be thrown, the throw ends if the next die is ended before it is begun.
        """
        if self._counted:
            self._done.append(self._counted)
            self._counted = 0
            complete = len(self._done) >= counts[-1]
        else:
            complete = len(self._done) in counts
        if not complete:
            self._tell(DiceCounted((*self._done, None)))
            return None
        throw = tuple(self._done)
        self.clear()
        return throw

    def begin_anew(self) -> None:
        """Drop what is entered, and tell people."""
        self.clear()
        self._tell(DiceCounted(()))

    def clear(self) -> None:
        """Drop what is entered."""
        self._done.clear()
        self._counted = 0


def read_typed(text: str, dice: Dice) -> Throw | None:
    """Read what the dice show: ``3 4``, ``3,4``, ``3+4``, or ``34`` where a digit is enough.

    In words, too: ``three four``, ``drei und vier``, in any language that boxctl speaks. None
    unless these dice can show it, all of them or some. The referee decides how many may be thrown
    (R2.3).
    """
    words = text.replace(",", " ").replace("+", " ").split()
    if not all(map(_is_number, words)):
        words = _numbers_said(words, dice.sides)
    if len(words) == 1 and dice.sides < 10:
        words = list(words[0])
    if not 1 <= len(words) <= dice.count or not all(map(_is_number, words)):
        return None
    values = tuple(map(int, words))
    return values if all(1 <= value <= dice.sides for value in values) else None


def _numbers_said(words: Sequence[str], sides: int) -> list[str]:
    """Return numbers that were said in words as digits, without what stands between them."""
    known = _said_by(sides)
    found = (known.get(word.casefold().strip("."), word) for word in words)
    return [word for word in found if word]


@cache
def _said_by(sides: int) -> Mapping[str, str]:
    """Return words in every language, and the number of each; empty for one between two numbers."""
    said: dict[str, str] = {}
    for code in known_languages():
        with speaking(language(code)):
            numbers = {in_words(number): str(number) for number in range(1, sides + 1)}
            heard = tr_as(
                "what may be heard for the numbers from 1 to 6, several with spaces between",
                "one won, two to too, three free, four for, five, six",
            )
            between = tr_as("said between two numbers of dice", "and")
        for number, words in enumerate(heard.split(", "), start=1):
            numbers |= dict.fromkeys(words.split(), str(number))
        said |= {word.casefold(): number for word, number in numbers.items()} | {between: ""}
    return said


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 3
