"""Numbers in words, for speech. Pure."""

from __future__ import annotations

from groundwork.language import kept_by_language, tr, tr_as, tr_n

_TOO_LARGE = 1_000_000_000_000


def in_words(number: int) -> str:
    """Return a number in words: ``twenty-four``, ``one hundred and five``, ``minus two``.

    A number of more than twelve digits is read digit by digit.
    """
    if number < 0:
        return tr("minus {number}", number=in_words(-number))
    if number >= _TOO_LARGE:
        return digit_by_digit(number)
    if number < 100:
        return _below_a_hundred()[number]
    if number < 1000:
        return _hundreds(number)
    if number < 1_000_000:
        return _thousands(number)
    return _millions(number)


def digit_by_digit(number: int) -> str:
    """Return ``one two five``, as a digital score is said (R6.3). ``number`` is 0 or more."""
    words = _below_a_hundred()
    return " ".join(words[int(digit)] for digit in str(number))


@kept_by_language(None)
def _below_a_hundred() -> tuple[str, ...]:
    words = tr_as(
        "numbers from 0 to 99, with commas between",
        "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, "
        "thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, twenty-one, "
        "twenty-two, twenty-three, twenty-four, twenty-five, twenty-six, twenty-seven, "
        "twenty-eight, twenty-nine, thirty, thirty-one, thirty-two, thirty-three, thirty-four, "
        "thirty-five, thirty-six, thirty-seven, thirty-eight, thirty-nine, forty, forty-one, "
        "forty-two, forty-three, forty-four, forty-five, forty-six, forty-seven, forty-eight, "
        "forty-nine, fifty, fifty-one, fifty-two, fifty-three, fifty-four, fifty-five, fifty-six, "
        "fifty-seven, fifty-eight, fifty-nine, sixty, sixty-one, sixty-two, sixty-three, "
        "sixty-four, sixty-five, sixty-six, sixty-seven, sixty-eight, sixty-nine, seventy, "
        "seventy-one, seventy-two, seventy-three, seventy-four, seventy-five, seventy-six, "
        "seventy-seven, seventy-eight, seventy-nine, eighty, eighty-one, eighty-two, eighty-three, "
        "eighty-four, eighty-five, eighty-six, eighty-seven, eighty-eight, eighty-nine, ninety, "
        "ninety-one, ninety-two, ninety-three, ninety-four, ninety-five, ninety-six, ninety-seven, "
        "ninety-eight, ninety-nine",
    )
    return tuple(words.split(", "))


def _hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    count = in_words(hundreds)
    if not rest:
        return tr_n("one hundred", "{count} hundred", hundreds, count=count)
    return tr_n(
        "one hundred and {rest}",
        "{count} hundred and {rest}",
        hundreds,
        count=count,
        rest=in_words(rest),
    )


def _thousands(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    count, rest_said = in_words(thousands), in_words(rest)
    if not rest:
        return tr_n("one thousand", "{count} thousand", thousands, count=count)
    if rest < 100:
        return tr_n(
            "one thousand and {rest}",
            "{count} thousand and {rest}",
            thousands,
            count=count,
            rest=rest_said,
        )
    return tr_n(
        "one thousand {rest}", "{count} thousand {rest}", thousands, count=count, rest=rest_said
    )


def _millions(number: int) -> str:
    billions, rest = divmod(number, 1_000_000_000)
    millions, rest = divmod(rest, 1_000_000)
    said = []
    if billions:
        count = in_words(billions)
        said.append(tr_n("one billion", "{count} billion", billions, count=count))
    if millions:
        count = in_words(millions)
        said.append(tr_n("one million", "{count} million", millions, count=count))
    if 0 < rest < 100:
        text, rest_said = " ".join(said), in_words(rest)
        return tr("{millions} and {rest}", millions=text, rest=rest_said)
    if rest:
        said.append(in_words(rest))
    return " ".join(said)
