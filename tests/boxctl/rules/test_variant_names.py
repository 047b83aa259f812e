"""A variant goes by any of its names, however it is spelt, and answers with its own."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.rules import variants
from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import FAMILIES, folded, index, title
from boxctl.rules.variants import load, names, other_names, own_name, variant, words
from tests.support.soak import SOAK

OTHER_NAMES = {
    "shut the box": "classic", "shutbox": "classic", "klackers": "classic",
    "zoltan box": "classic", "batten down the hatches": "classic", "trick-track": "classic",
    "tric-trac": "classic", "kingoball": "classic", "klappenspiel": "classic",
    "fermer la boîte": "classic", "ferme la boîte": "classic", "canoga": "canoga",
    "jackpot": "thai", "thai style": "thai", "high rollers": "high-rollers",
    "say what you see": "digital", "2012": "twenty-twelve", "2 to go": "two-to-go",
    "3 to go": "three-to-go", "3 down extreme": "three-down-extreme",
    "lucky number 7": "lucky-seven", "lucky 7": "lucky-seven",
    "unlucky number 7": "unlucky-seven", "unlucky 7": "unlucky-seven",
    "odds": "against-all-odds", "evens": "even-stevens", "twelve": "full-house",
    "300": "the-300", "two player battle": "two-player-battle", "battle": "two-player-battle",
    "long game": "long-game", "le jeu long": "relay", "long jeu": "relay",
    "last player standing": "last-standing", "45": "last-standing",
    "règles françaises": "canadienne",
}  # fmt: skip
"""The table of the rule book."""

ALL_NAMES = {**OTHER_NAMES, **{name: name for name in names()}}


@st.composite
def spellings(draw: st.DrawFn, name: str) -> str:
    """The name in other cases, with other accents, and with or without what does not count."""
    accents = draw(st.sampled_from(["NFC", "NFD", "none"]))
    spelt = unicodedata.normalize("NFC" if accents == "NFC" else "NFD", name)
    if accents == "none":
        spelt = "".join(letter for letter in spelt if not unicodedata.combining(letter))
    between = st.sampled_from(["", "", "", " ", "-", "'", "’", "\u2011", "\u00a0", "  "])
    parts = [letter for letter in spelt if letter not in " -"]
    case = st.sampled_from([str.upper, str.lower, str.swapcase])
    cased = [draw(case)(letter) for letter in parts]
    return "".join(draw(between) + letter for letter in cased) + draw(between)


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_every_name_of_the_rule_book_is_one_of_its_variant(name: str) -> None:
    assert own_name(name) == OTHER_NAMES[name]


@settings(max_examples=100 * SOAK)
@given(st.data())
def test_the_spelling_of_a_name_does_not_count(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(ALL_NAMES)))
    assert own_name(data.draw(spellings(name))) == ALL_NAMES[name]


@pytest.mark.parametrize("name", names())
def test_a_variant_has_no_names_but_those_of_the_rule_book(name: str) -> None:
    own = [other for other, meant in OTHER_NAMES.items() if meant == name]
    assert {folded(other) for other in (name, *other_names(name))} == {
        folded(other) for other in (name, *own)
    }
    assert load(name).other_names == other_names(name)


@pytest.mark.parametrize("name", names())
def test_every_variant_is_in_a_family_that_has_a_title(name: str) -> None:
    assert load(name).family in FAMILIES
    assert title(load(name).family) != load(name).family


def test_a_family_that_nobody_knows_is_called_by_its_name() -> None:
    assert title("house rules") == "house rules"


def test_what_is_loaded_has_the_name_of_the_variant() -> None:
    assert load("Klackers").name == "classic"
    assert words("Lucky 7") == words("lucky-seven")
    assert variant("règles françaises") == variant("canadienne")


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("clasic", "did you mean classic?"),
        ("batten-down-the-hatch", "did you mean batten down the hatches, another name of classic?"),
        ("Jack Pots", "did you mean jackpot, another name of thai?"),
        ("lucky_seven", "did you mean lucky-seven?"),
    ],
)
def test_the_nearest_of_all_names_is_offered(wrong: str, meant: str) -> None:
    with pytest.raises(RuleFault) as fault:
        own_name(wrong)
    assert fault.value.code == "BX201"
    assert meant in fault.value.text


@pytest.mark.parametrize("nothing", ["", "-", " ", "’", "\u0302", "#", "clas\nsic", "clas\tsic"])
def test_what_no_variant_is_called_is_no_name(nothing: str) -> None:
    with pytest.raises(RuleFault, match="there is no variant"):
        own_name(nothing)


@pytest.mark.parametrize("file", ["klackers", "Fermer-la-boite", "lucky 7"])
def test_the_file_of_a_variant_takes_no_name_of_another(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in names():
        known = Path(variants.__file__).with_name(f"{name}.toml")
        (tmp_path / known.name).write_bytes(known.read_bytes())
    (tmp_path / f"{file}.toml").write_text('source_name = "House"\n', encoding="utf-8")
    monkeypatch.setattr(variants, "_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(variants, "_known", {})
    monkeypatch.setattr(variants, "_read", {})
    with pytest.raises(RuleFault) as fault:
        variants.variant(file)
    assert fault.value.code == "BX209"
    assert file in fault.value.text


def test_two_names_of_one_variant_may_be_spelt_alike() -> None:
    known = index({"long-jeu": ["long jeu", "Long Jeu"]})
    assert known == {"longjeu": ("long-jeu", "long-jeu")}
