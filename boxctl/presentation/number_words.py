"""Numbers in words, for speech. Pure."""

from __future__ import annotations

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_LARGE = ((1_000_000_000, "billion"), (1_000_000, "million"), (1000, "thousand"))
_TOO_LARGE = 1_000_000_000_000


def in_words(number: int) -> str:
    """Return a number in words: ``twenty-four``, ``one hundred and five``, ``minus two``.

    A number of more than twelve digits is read digit by digit.
    """
    if number < 0:
        return f"minus {in_words(-number)}"
    if number >= _TOO_LARGE:
        return digit_by_digit(number)
    for size, name in _LARGE:
        if number >= size:
            rest = number % size
            joined = " and " if rest < 100 else " "
            tail = f"{joined}{in_words(rest)}" if rest else ""
            return f"{in_words(number // size)} {name}{tail}"
    return _below_a_thousand(number)


def digit_by_digit(number: int) -> str:
    """Return ``one two five``, as a digital score is said (R6.3). ``number`` is 0 or more."""
    return " ".join(_SMALL[int(digit)] for digit in str(number))


def _below_a_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if hundreds:
        tail = f" and {_below_a_thousand(rest)}" if rest else ""
        return f"{_SMALL[hundreds]} hundred{tail}"
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
