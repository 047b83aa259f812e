"""What people are told of a text that is no TOML: in our words, with its line and a cure."""

from __future__ import annotations

import tomllib

import pytest

from groundwork.language import is_complete, known_languages, language, use
from groundwork.toml.faults import KNOWN_REASONS, TomlFault, toml_fault


def found_in(text: str) -> TomlFault:
    with pytest.raises((ValueError, RecursionError)) as refused:
        tomllib.loads(text)
    return toml_fault(refused.value, text)


WRONG = {
    "tiles = 1\ntiles = 2": (2, "tiles is written twice"),
    "[fr]\n[fr]": (2, "fr is written twice"),
    "a = { b = 1, b = 2 }": (1, "b is written twice"),
    "a = { b = 1 }\n[a.c]": (2, "a.c is written twice"),
    "a = 25:00:0x": (1, "a word has no quotation marks"),
    "a = [2001-02-31]": (1, "there is no such day or time"),
    "a = { b = 1 }\na.c = 2": (2, "a has been written already and takes nothing more"),
    "a.b = 1\n[a]": (2, "a is written twice"),
    "x\nprose about it": (1, "the line has no = behind a name"),
    "[fr": (1, "the name of a table has no ] behind it"),
    "[[fr]": (1, "the name of a table has no ]] behind it"),
    'a = "x" "y"': (1, "there is more on the line than one value"),
    "a = 2001-02-31": (1, "a word has no quotation marks"),
    'a = "C:\\users"': (1, "a \\ in a text begins something that TOML does not know"),
    'a = "C:\\ x"': (1, "a \\ in a text begins something that TOML does not know"),
    'a = "\\uD800"': (1, "a \\ in a text begins something that TOML does not know"),
    "[für]": (1, "the name of a table has no ] behind it"),
    "[]": (1, "a name has a sign that it cannot have"),
    "= 3": (1, "a line cannot begin like this"),
    "a =": (1, "there is no value behind the ="),
    "a = # nothing": (1, "there is no value behind the ="),
    "a = ;": (1, "a word has no quotation marks"),
    "a = @x('y')": (1, "what stands behind the = is no value"),
    "a = [1\nb = 2": (1, "a list has no end, or no comma between two values"),
    "a = { b = 1": (1, "what begins with { has no end, or no comma between two values"),
    'a = """x': (1, "a text has no end"),
    "a = 'x": (1, "a quotation mark is missing at the end of the line"),
    'a = "x\nb = 1': (1, "a quotation mark is missing at the end of the line"),
    "a = 'x\nb = 1": (1, "a quotation mark is missing at the end of the line"),
    'a = "\x00"': (1, "the line has a sign that cannot be seen, U+0000"),
    "a = 1 # \x1b": (1, "the line has a sign that cannot be seen, U+001B"),
    "a = 1\nb = 9" + "9" * 5000: (2, "a number has too many figures"),
}


@pytest.mark.parametrize("text", WRONG)
def test_each_kind_of_mistake_has_a_line_and_a_sentence_of_our_own(text: str) -> None:
    found = found_in(text)
    assert (found.line, found.sentence) == WRONG[text]
    assert found.cure


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("title = “The Crown”", 'title = "The Crown"'),
        ("title = „Zur Krone“ # ours", 'title = "Zur Krone"'),
        ("title = « La Cloche »", 'title = "La Cloche"'),
        ("title = ‘The Crown’", 'title = "The Crown"'),
        ('title = “The Crown"', 'title = "The Crown"'),
        ("names = [“a”, “b”]", 'names = ["a", "b"]'),
        ('names = ["a", "b"', 'names = ["a", "b"]'),
        ("tiles: 10", "tiles = 10"),
        ("tiles 10", "tiles = 10"),
        ("double on shut = true", "double_on_shut = true"),
        ("double_on_shut = True", "double_on_shut = true"),
        ("stake = 50p", 'stake = "50p"'),
    ],
)
def test_a_line_that_can_be_guessed_is_shown_as_it_is_meant(line: str, mended: str) -> None:
    found = found_in(line)
    assert found.cure == f"write {mended}"
    tomllib.loads(found.mended)


def test_a_list_without_an_end_is_told_on_its_own_line() -> None:
    found = found_in('title = "x"\nnames = ["a", "b"\n\n[settings]\ntiles = 10\n')
    assert (found.line, found.mended) == (2, 'names = ["a", "b"]')


def test_a_list_over_several_lines_is_not_cut() -> None:
    found = found_in('names = [\n  "a"\n  "b"\n]\n')
    assert found.mended == ""


def test_a_line_that_is_right_by_itself_is_not_rewritten() -> None:
    found = found_in("tiles = 1\ntiles = 2 # “ten” today")
    assert (found.sentence, found.mended) == ("tiles is written twice", "")


@pytest.mark.filterwarnings("ignore:Free-form arguments:DeprecationWarning")  # from Python 3.14 on
@pytest.mark.parametrize("code", [code for code in known_languages() if is_complete(code)])
def test_no_word_of_pythons_reader_is_told(code: str) -> None:
    use(language(code))
    told = {
        text: toml_fault(tomllib.TOMLDecodeError(f"{text} (at line 1, column 1)"), "x = y = 1")
        for text in (*KNOWN_REASONS, "Cannot declare ('box',) twice", "Illegal character 'y'")
    }
    for reason, found in told.items():
        assert reason not in f"{found.sentence} {found.cure}"


@pytest.mark.filterwarnings("ignore:Free-form arguments:DeprecationWarning")  # from Python 3.14 on
def test_a_reason_of_another_python_is_told_in_our_words_too() -> None:
    found = toml_fault(tomllib.TOMLDecodeError("Odd (at line 2, column 1)"), "a = 1\nb = [x]")
    assert (found.line, found.sentence) == (2, "TOML has nothing that is written like this")
