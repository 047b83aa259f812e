"""Text for a display, as lines that fit it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import Face, TextLine
from hardware.letters import REPERTOIRE, spelled

MORE = ".."
"""Marks text that was cut off."""


@frozen_dataclass
class FittedText:
    """One line: the first of these texts that the display can show, in the size that fits.

    They all say the same, the best first. If none fits, the last is cut.
    """

    texts: tuple[str, ...]
    size: int = 1

    def lines(self, face: Face) -> list[TextLine]:
        """Return the one line for a display with this face."""
        size = min(self.size, face.largest)
        for text in self.texts:
            written = spelled(text, face.letters)
            if written is not None and len(written) <= face.columns:
                return [TextLine(written, min(size, face.columns // max(1, len(written))))]
        return [TextLine(_as_far_as_it_goes(self.texts[-1], face)[: face.columns])]


@frozen_dataclass
class LabelledList:
    """Words that must not be cut, behind a label; on several lines if need be.

    The label is the first of ``labels`` that fits. With ``each`` it is repeated on every line; else
    it is on the first line only, if that costs no further line.
    """

    labels: tuple[str, ...]
    words: tuple[str, ...]
    size: int = 1
    between: str = " "
    each: bool = True

    def lines(self, face: Face) -> list[TextLine]:
        """Return as few lines as possible, in the largest size that needs no more of them."""
        label = self._label(face)
        words = [_as_far_as_it_goes(word, face) for word in self.words]
        fewest = self._wrapped(label, words, face.columns)
        longest = len(label) + max(map(len, words), default=0)
        for size in range(min(self.size, face.largest), 1, -1):
            columns = face.columns // size
            larger = self._wrapped(label, words, columns)
            if longest <= columns and len(larger) == len(fewest):
                return [TextLine(text, size) for text in larger]
        return [TextLine(text) for text in fewest]

    def _wrapped(self, label: str, words: Sequence[str], columns: int) -> list[str]:
        wrapped = _wrapped(label, words, self.between, columns, each=self.each)
        if self.each:
            return wrapped
        bare = _wrapped("", words, self.between, columns, each=False)
        return wrapped if len(wrapped) == len(bare) else bare

    def _label(self, face: Face) -> str:
        longest = max(map(len, self.words), default=0)
        for label in self.labels:
            written = spelled(label, face.letters)
            if written is not None:
                written += " " if len(written) > 1 else ""
                if len(written) + longest <= face.columns:
                    return written
        return ""


TextItem = FittedText | LabelledList


def cut(lines: Sequence[TextLine], rows: int, columns: int) -> list[TextLine]:
    """Return as many of these lines as there are rows for; the last one marks what is missing."""
    kept = list(lines)
    while kept and sum(line.size for line in kept) > rows:
        kept.pop()
    if kept and len(kept) < len(lines):
        last = kept[-1]
        room = columns // last.size - len(MORE) - 1
        text = last.text if len(last.text) <= room else last.text[:room].rpartition(" ")[0]
        kept[-1] = TextLine(f"{text.rstrip(',')} {MORE}".lstrip(), last.size)
    return kept


def _wrapped(
    label: str, words: Sequence[str], between: str, columns: int, *, each: bool
) -> list[str]:
    """Wrap whole words into lines; break a word only if it is longer than a line."""
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line}{between}{word}" if line else f"{label}{word}"
        if line and len(longer) > columns:
            lines.append((line + between.rstrip())[:columns])
            longer = f"{label}{word}" if each else word
        while len(longer) > columns > 0:
            lines.append(longer[:columns])
            longer = longer[columns:]
        line = longer
    return [*lines, line] if line else lines


def _as_far_as_it_goes(text: str, face: Face) -> str:
    """Return the text with a dash for each letter that the display lacks."""
    return "".join(_letter(letter, face) for letter in text)


def _letter(letter: str, face: Face) -> str:
    written = spelled(letter, face.letters)
    return written if written is not None and set(written) <= set(REPERTOIRE[face.letters]) else "-"
