"""A variant goes by any of its names, however it is spelt, and answers with its own."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boxctl.rules import variants
from boxctl.rules.faults import RuleFault
from boxctl.rules.variant_names import FAMILIES, index, title
from boxctl.rules.variant_titles import also_means, variant_title, with_english
from boxctl.rules.variants import load, names, names_of, other_names, own_name, variant, words
from groundwork.language import Language, known_languages, language, speaking
from tests.support.soak import SOAK

BOOKS = {
    code: Path(__file__).parents[3] / f"docs/rulebook{suffix}.md"
    for code, suffix in {"en": "", "fr": ".fr", "de": ".de"}.items()
}
"""The rule book in each language."""


@cache
def names_in_book(code: str) -> dict[str, str]:
    """All that the rule book calls a variant, and which it means; empty if it only names it."""
    text = BOOKS[code].read_text(encoding="utf-8")
    found = {
        name: own
        for own, called in re.findall(r"^\| `([a-z0-9-]+)` \| ([^|]+) \| [^|]+ \|$", text, re.M)
        for name in called.split(" · ")
    }
    (listed,) = re.findall(r"^\*\*(?:Other names|Autres noms|Andere Namen)\*\*.*$", text, re.M)
    # What comes before the first name ends in a colon.
    for names_told, own in re.findall(r"([^;:`]+) → `([a-z0-9-]+)`", listed):
        found |= dict.fromkeys(map(str.strip, names_told.split(", ")), own)
    for bracket in re.findall(r"^- R\d+\.\d+ (?:\*\*[^*]+\*\*|`[a-z_]+`) \(([^);]+)\)", text, re.M):
        quoted = re.findall(r"[\"„«]\s?([^\"“»]+?)\s?[\"“»]", re.sub("`[^`]*`", "", bracket))
        for name in quoted or ([] if "`" in bracket else bracket.split(", ")):
            found.setdefault(name.strip(), "")
    return found


OTHER_NAMES = {name: own for name, own in names_in_book("en").items() if own}
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


@pytest.mark.parametrize("code", BOOKS)
def test_every_name_of_the_rule_book_is_understood(code: str) -> None:
    known = names_in_book(code)
    assert len(known) > 70
    assert {name: own_name(name) for name in known} == {
        name: own or own_name(name) for name, own in known.items()
    }


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("le long jeu", "relay"),
        ("le long jeu à l’anglaise", "long-game"),
        ("La règle des doubles", "doubles"),
        ("dis ce que tu vois", "digital"),
        ("die Pasch-Regel", "doubles"),
        ("wer zuletzt übrig bleibt", "last-standing"),
        ("the French rules", "canadienne"),
        ("rule of the doubles", "doubles"),
        ("Alternate Scoring", "digital"),
        ("Gambling Edition", "pub"),
        ("moins que 6", "parlour"),
    ],
)
def test_a_name_is_understood_in_whatever_language_boxctl_speaks(name: str, own: str) -> None:
    for code in known_languages():
        with speaking(language(code)):
            assert own_name(name) == own


def test_no_two_variants_share_a_name_in_any_language() -> None:
    every = [language(code) for code in known_languages()]
    index({own: [name for each in every for name in in_language(each, own)] for own in names()})


def in_language(spoken: Language, own: str) -> tuple[str, ...]:
    with speaking(spoken):
        return names_of(own)


@pytest.mark.parametrize("code", BOOKS)
def test_the_rule_book_calls_a_variant_as_boxctl_does(code: str) -> None:
    for own in names():
        named, *others = in_language(language(code), own)
        assert names_in_book(code).get(named) == own
        if code == "en":
            assert {*others} <= {*names_in_book(code)} | {own}


def test_a_name_that_two_variants_have_names_both() -> None:
    with pytest.raises(RuleFault, match=r"several games, .*write canoga or parlour") as fault:
        own_name("single-die option")
    assert fault.value.code == "BX201"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "le jeu long",
            '"le jeu long" is taken as The French long game (relay). The long game (long-game) is '
            "called that, too: write long-game for it.",
        ),
        (
            "Jackpot",
            '"Jackpot" is taken as Thai style (thai). Shut the Box (classic) is called that, too: '
            "write classic for it.",
        ),
        ("relay", ""),
        ("long game", ""),
        ("canoga", ""),
    ],
)
def test_a_name_of_which_another_variant_is_known_too_says_so(name: str, said: str) -> None:
    assert also_means(name) == said


def test_a_title_is_in_the_language_in_use_and_may_have_the_english_one_behind() -> None:
    with speaking(language("fr")):
        assert variant_title("last-standing") == "Le dernier en jeu"
        assert with_english("last-standing") == "Le dernier en jeu (Last player standing)"
        assert with_english("canoga") == "Canoga"
    assert with_english("the-300") == "The 300"


def test_a_variant_that_is_not_here_is_called_as_the_record_has_it() -> None:
    assert variant_title("red-lion") == "red-lion"


@settings(max_examples=100 * SOAK)
@given(st.data())
def test_the_spelling_of_a_name_does_not_count(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(ALL_NAMES)))
    assert own_name(data.draw(spellings(name))) == ALL_NAMES[name]


@pytest.mark.parametrize("name", names())
def test_the_names_of_a_variant_are_read_without_its_settings(name: str) -> None:
    assert load(name).other_names == other_names(name)
    assert {own_name(other) for other in other_names(name)} <= {name}


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
        ("The Clasic", "did you mean classic?"),
        ("Der Tornament", "did you mean tournament?"),
        ("l'assurence", "did you mean l’assurance, another name of high-rollers?"),
    ],
)
def test_the_nearest_of_all_names_is_offered(wrong: str, meant: str) -> None:
    with pytest.raises(RuleFault) as fault:
        own_name(wrong)
    assert fault.value.code == "BX201"
    assert meant in fault.value.text


@pytest.mark.parametrize("unlike", ["The Dragon", "The Anchor", "Les Loups", "Das Boot"])
def test_an_article_in_common_makes_no_name_like_another(unlike: str) -> None:
    with pytest.raises(RuleFault) as fault:
        own_name(unlike)
    assert fault.value.cure == "boxctl rules list shows them all"


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
    (tmp_path / f"{file}.toml").write_text('title = "House"\n', encoding="utf-8")
    monkeypatch.setattr(variants, "_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(variants, "_known", {})
    monkeypatch.setattr(variants, "_translated", {})
    monkeypatch.setattr(variants, "_read", {})
    with pytest.raises(RuleFault) as fault:
        variants.variant(file)
    assert fault.value.code == "BX209"
    assert file in fault.value.text


def test_two_names_of_one_variant_may_be_spelt_alike() -> None:
    known = index({"long-jeu": ["long jeu", "Long Jeu"]})
    assert known == {"longjeu": ("long-jeu", "long-jeu")}
