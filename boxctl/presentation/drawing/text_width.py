"""Measure text in Helvetica, which every PDF reader has; Arial is as wide. Pure."""

from __future__ import annotations

_REGULAR = {
    191: "'",
    222: "ijl‚‘’",
    260: "|¦",
    278: " \u00a0!,./:;I[\\]ft·ÌÍÎÏìíîï",
    333: "()-`r„ˆ‹“”˜›¡¨¯²³´¸¹{}",
    355: '"•',
    389: "*º°ª",
    500: "Jcksvxyzšžçýÿ^",
    584: "+<=>~¬±×÷¶",
    611: "FTZŽ¿ßø",
    667: "&ABEKPSVXYŠŸÀÁÂÃÄÅÈÉÊËÝÞ",
    722: "CDHNRUwÇÐÑÙÚÛÜ",
    768: "Ω",
    778: "GOQÒÓÔÕÖØ©®",
    833: "Mm¼½¾",
    889: "%æ",
    944: "Wœ",
    1015: "…‰Œ—™Æ@",
}
_BOLD = {
    238: "'",
    278: " \u00a0,./I\\ijl‚‘’·ÌÍÎÏìíîï|¦",
    333: "!()-:;[]`ftˆ‹˜›¡¨¯²³´¸¹",
    389: "*r{}•ºª°",
    474: '"',
    500: "z„“”ž",
    584: "+<=>^~¬±×÷",
    611: "?FLTZbdghnopquŽµ¿ßðñòóôõöøùúûüþ",
    667: "EPSVXYŠŸÈÉÊËÝÞ",
    722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    768: "Ω",
    778: "GOQwÒÓÔÕÖØ©®",
    833: "M¼½¾",
    889: "%mæ",
    944: "Wœ",
    1000: "…‰Œ—™Æ@",
}
"""Characters by their width in thousandths of the size of the font; Ω is that of Symbol."""

_OTHER = 556
"""The width of figures and most small letters."""

_REGULAR_WIDTHS = {letter: width for width, letters in _REGULAR.items() for letter in letters}
_BOLD_WIDTHS = {letter: width for width, letters in _BOLD.items() for letter in letters}


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line of text, in the unit of ``size``."""
    widths = _BOLD_WIDTHS if bold else _REGULAR_WIDTHS
    return sum(widths.get(letter, _OTHER) for letter in text) * size / 1000


def broken(text: str, size: float, width: float) -> list[str]:
    """Break a text between words into lines of at most this width; a longer word stays whole."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]
