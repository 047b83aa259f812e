"""The variants of a house: files that its landlord writes, right or wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boxctl.rules import variants
from boxctl.rules.faults import RuleFault
from boxctl.rules.house import folders as house_folders
from boxctl.rules.house.file import MOST_BYTES, check_house_text
from boxctl.rules.house.folders import MOST_FILES, folder_of_user
from boxctl.rules.house.save import save_variant
from boxctl.rules.settings import SETTINGS, changed_from, with_settings
from boxctl.rules.variant_file import Variant
from boxctl.rules.variant_names import folded
from boxctl.rules.variants import (
    LookedAtOnce,
    also_understood,
    by_family,
    house_faults,
    house_names,
    load,
    names,
    names_of,
    other_names,
    own_name,
    variant,
    variant_in_text,
    words,
)
from groundwork.language import language, speaking
from tests.support.soak import SOAK

CROWN = """\
title = "The Crown"
based_on = "pub"
other_names = ["our game"]

[settings]
tiles = 10
doubles = "rethrow"

[fr]
title = "La Couronne"
summary = "Comme au pub, avec dix clapets."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user, in which nothing is yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(variants, "_standing_in", {})
    made = Path(folder_of_user())
    made.mkdir(parents=True)
    return made


def the_fault(path: Path) -> RuleFault:
    """What is said of this file, which has to name it."""
    fault = house_faults()[str(path)][0]
    assert str(fault.sentence).startswith((str(path), ascii(str(path))))
    assert fault.cure
    return fault


def test_a_file_is_a_variant_by_all_its_names(folder: Path) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    assert house_names() == ("crown",)
    for name in ("crown", "The Crown", "our game", "la couronne", "CROWN"):
        assert own_name(name) == "crown"
    assert changed_from(variant("pub"), variant("crown")) == {
        "tiles": "10",
        "doubles": "rethrow",
    }
    assert other_names("crown") == ("our game",)
    assert not house_faults()


def test_the_house_comes_first(folder: Path) -> None:
    before = names()
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    assert names() == ("crown", *before)
    assert next(iter(by_family().items())) == ("house", ("crown",))


def test_each_language_has_its_own_words_where_the_file_has_them(folder: Path) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    known = load("crown")
    with speaking(language("fr")):
        assert known.told("title") == "La Couronne"
        assert known.told("summary") == "Comme au pub, avec dix clapets."
    with speaking(language("de")):
        assert known.told("title") == "The Crown"


def test_a_variant_may_be_based_on_another_of_the_house(folder: Path) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    (folder / "crown-late.toml").write_text(
        'title = "The Crown after ten"\nbased_on = "La Couronne"\n[settings]\nstake = "50p"\n',
        encoding="utf-8",
    )
    late = load("crown-late")
    assert late.based_on == "crown"
    assert variant("crown-late").tiles == 10
    assert variant("crown-late").stake == 50


def test_a_file_may_be_given_by_its_path(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bell.toml").write_text('title = "The Bell"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert own_name("./bell.toml") == own_name("bell.toml") == "bell"
    assert own_name(str(tmp_path / "bell.toml")) == "bell"
    assert load("bell").file == str(tmp_path / "bell.toml")
    with pytest.raises(RuleFault, match="cannot be read"):
        own_name("./none.toml")


def test_a_file_given_by_its_path_is_not_another_of_that_name(folder: Path, tmp_path: Path) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    assert own_name(str(folder / "crown.toml")) == "crown"
    (tmp_path / "crown.toml").write_text(CROWN, encoding="utf-8")
    with pytest.raises(RuleFault) as fault:
        own_name(str(tmp_path / "crown.toml"))
    assert fault.value.code == "BX209"
    assert str(folder / "crown.toml") in fault.value.text
    assert str(tmp_path / "crown.toml") in fault.value.text


def test_files_beside_a_box_file_count(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "bell.toml").write_text('title = "The Bell"\n', encoding="utf-8")
    assert not house_names()
    house_folders.look_beside(str(tmp_path / "box.toml"))
    assert house_names() == ("bell",)


def test_a_file_is_as_it_is_now(folder: Path) -> None:
    file = folder / "crown.toml"
    file.write_text(CROWN, encoding="utf-8")
    assert variant("crown").tiles == 10
    file.write_text(CROWN.replace("10", "12"), encoding="utf-8")
    assert variant("crown").tiles == 12
    file.unlink()
    with pytest.raises(RuleFault, match="there is no variant"):
        own_name("crown")


@pytest.mark.parametrize("ask", [load, variant, names_of, words, other_names, also_understood])
@pytest.mark.parametrize("by_path", [False, True])
@pytest.mark.parametrize("at_first", [CROWN, "", None])
@pytest.mark.parametrize("then", [CROWN, "title =", None])
def test_a_file_may_change_at_every_look(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[str], object],
    by_path: bool,
    at_first: str | None,
    then: str | None,
) -> None:
    """An editor writes it, or somebody deletes it, between one look and the next."""
    file, texts, listed = folder / "crown.toml", cycle((at_first, then)), house_folders.listed

    def changing() -> object:
        if (text := next(texts)) is None:
            file.unlink(missing_ok=True)
        else:
            file.write_text(text, encoding="utf-8")
        return listed()

    monkeypatch.setattr(house_folders, "listed", changing)
    with suppress(RuleFault):
        ask(str(file) if by_path else "crown")


def test_whoever_asks_about_many_looks_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "crown.toml"
    file.write_text(CROWN, encoding="utf-8")
    looks = Mock(wraps=house_folders.listed)
    monkeypatch.setattr(house_folders, "listed", looks)
    with LookedAtOnce():
        by_family()
        file.unlink()
        assert own_name("our game") == "crown"
    assert looks.call_count == 1
    assert house_names() == ()


def test_what_was_loaded_or_recorded_stands_while_its_file_is_wrong(folder: Path) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    kept = load("crown")
    (folder / "crown.toml").write_text("title =", encoding="utf-8")
    with pytest.raises(RuleFault, match=r"crown\.toml:1: there is no value behind the ="):
        own_name("crown")
    assert variant("crown").tiles == 10
    variants.recall(kept._replace(settings={"tiles": "4"}))
    assert variant("crown").tiles == 4
    assert "crown" not in names()


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("crown", "Crown", "Crown.toml"),
        ("our-game", "crown", "our-game.toml"),
        ("classic", "crown", "a game of boxctl, classic,"),
        ("klackers", "crown", "a game of boxctl, classic,"),
    ],
)
def test_a_name_that_is_taken_is_said_with_both_that_have_it(
    folder: Path, one: str, other: str, said: str
) -> None:
    (folder / f"{one}.toml").write_text('title = "Some game"\n', encoding="utf-8")
    (folder / f"{other}.toml").write_text(CROWN, encoding="utf-8")
    told = [fault for faults in house_faults().values() for fault in faults]
    assert {fault.code for fault in told} == {"BX209"}
    assert any(said in fault.text for fault in told)
    assert own_name("classic") == "classic"
    assert load("classic").file == ""


def test_no_game_of_the_house_hides_a_name_in_any_language(folder: Path) -> None:
    """A German asks for a game by its German name wherever boxctl runs."""
    (folder / "last.toml").write_text('title = "Le dernier en jeu"\n', encoding="utf-8")
    fault = the_fault(folder / "last.toml")
    assert fault.code == "BX209"
    assert "a game of boxctl, last-standing," in fault.text
    assert own_name("le dernier en jeu") == "last-standing"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("le dernier en jeu", "last-standing"),
        ("Klackers", "classic"),
        ("French rules", "canadienne"),
    ],
)
def test_it_may_be_based_on_a_game_by_any_of_its_names(folder: Path, said: str, meant: str) -> None:
    (folder / "bell.toml").write_text(
        f'title = "The Bell"\nbased_on = "{said}"\n', encoding="utf-8"
    )
    assert load("bell").based_on == own_name(said) == meant


def test_a_base_that_means_two_games_is_said_with_both(folder: Path) -> None:
    (folder / "bell.toml").write_text(
        'title = "The Bell"\nbased_on = "single-die option"\n', encoding="utf-8"
    )
    assert "several games: write canoga or parlour" in the_fault(folder / "bell.toml").text


@pytest.mark.parametrize("title", ["THE CROWN", "thé crôwn", "The-Crown", "the crown\u0301"])
def test_titles_that_differ_by_what_does_not_count_are_one(folder: Path, title: str) -> None:
    (folder / "a.toml").write_text('title = "The Crown"\n', encoding="utf-8")
    (folder / "b.toml").write_text(f'title = "{title}"\n', encoding="utf-8")
    assert house_names() == ()
    assert the_fault(folder / "a.toml").code == the_fault(folder / "b.toml").code == "BX209"


def test_of_many_files_with_many_names_each_is_compared_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f'"{number} of %s"' for number in range(20)]
    for number in range(MOST_FILES):
        (folder / f"game-{number}.toml").write_text(
            f'title = "Number {number}"\nother_names = [{", ".join(names)}]\n' % ((number,) * 20),
            encoding="utf-8",
        )
    folds = Mock(wraps=folded)
    monkeypatch.setattr("boxctl.rules.house.put_together.folded", folds)
    assert len(house_names()) == MOST_FILES
    assert folds.call_count < 5 * 22 * MOST_FILES


def test_the_name_of_a_file_goes_before_what_another_says(folder: Path) -> None:
    (folder / "our-game.toml").write_text('title = "Some game"\n', encoding="utf-8")
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    assert house_names() == ("our-game",)
    assert the_fault(folder / "crown.toml").code == "BX209"


def test_files_based_on_each_other_in_a_circle_are_said(folder: Path) -> None:
    for name, base in (("one", "two"), ("two", "three"), ("three", "one"), ("self", "self")):
        (folder / f"{name}.toml").write_text(
            f'title = "No {name}"\nbased_on = "{base}"\n', encoding="utf-8"
        )
    assert not house_names()
    assert {faults[0].code for faults in house_faults().values()} == {"BX213"}
    assert "self → self" in the_fault(folder / "self.toml").text


def test_what_is_based_on_a_broken_file_names_it(folder: Path) -> None:
    (folder / "crown.toml").write_text(CROWN.replace("10", "100"), encoding="utf-8")
    (folder / "late.toml").write_text('title = "Late"\nbased_on = "crown"\n', encoding="utf-8")
    assert str(folder / "crown.toml") in the_fault(folder / "late.toml").text


HOSTILE = {
    "no title": (b"", "BX212", ""),
    "not TOML": (b'title = "x"\n\nbased_on : pub\n', "BX211", ":3:"),
    "half a file": (b'title = "x"\n[settings', "BX211", ":2:"),
    "not UTF-8": (b'title = "x"\n# \xff\n', "BX211", ":2:"),
    "zeros": (bytes(500), "BX211", ":1:"),
    "a gigabyte": (None, "BX210", "bytes"),
    "deep lists": (b"title = " + b"[" * 30_000, "BX211", ""),
    "rather deep lists": (b"title = " + b"[" * 400 + b"]" * 400, "BX21", ""),
    "a long dotted key": (b".".join([b"a"] * 5_000) + b" = 1\n", "BX211", ""),
    "a number without end": (b"title = " + b"9" * 20_000 + b"\n", "BX2", ":1:"),
    "an unknown key": (b'title = "x"\nsummry = "y"\n', "BX212", ":2:"),
    "a key of the project": (b'source_name = "x"\n', "BX212", "title"),
    "a setting at the top": (b'title = "x"\ntiles = 10\n', "BX212", "[settings]"),
    "an unknown setting": (b'title = "x"\n[settings]\ntils = 10\n', "BX202", ":3:"),
    "a bad value": (b'title = "x"\n[settings]\ntiles = 99\n', "BX203", ":3:"),
    "a value of no kind": (b'title = "x"\n[settings]\ntiles = {a = 1}\n', "BX203", ":3:"),
    "a date": (b'title = "x"\n[settings]\ntiles = 2020-01-01\n', "BX203", ":3:"),
    "no number": (b'title = "x"\n[settings]\nbump_ms = nan\n', "BX203", ":3:"),
    "settings are no table": (b'title = "x"\nsettings = 3\n', "BX212", ":2:"),
    "settings twice": (b'title = "x"\n[[settings]]\ntiles = 3\n', "BX212", ":2:"),
    "a language nobody knows": (b'title = "x"\n[xx]\ntitle = "y"\n', "BX212", ":2:"),
    "a language is no table": (b'title = "x"\nfr = "y"\n', "BX212", ":2:"),
    "an unknown word of a language": (b'title = "x"\n[fr]\ntitel = "y"\n', "BX212", ":3:"),
    "a contradiction": (
        b'title = "x"\n[settings]\ntiles = 9\nmatch = "duel"\nopening_tile = 2\n', "BX204", ":5:",
    ),
    "an empty title": (b'title = " "\n', "BX212", ":1:"),
    "a title of signs": (b'title = "--"\n', "BX212", ":1:"),
    "a title that is none": (b"title = 3\n", "BX212", ":1:"),
    "a title of 10,000 letters": (b'title = "' + b"x" * 10_000 + b'"\n', "BX212", ":1:"),
    "a title that rings": (b'title = "x\\u0007"\n', "BX212", ":1:"),
    "a title that turns round": (b'title = "x\\u202ey"\n', "BX212", ":1:"),
    "a summary of two lines": (b'title = "x"\nsummary = """a\nb"""\n', "BX212", ":2:"),
    "too many other names": (
        b'title = "x"\nother_names = [' + b'"a",' * 30 + b"]\n", "BX212", ":2:"
    ),
    "based on nothing known": (b'title = "x"\nbased_on = "pubb"\n', "BX213", "pub"),
    "based on a file": (b'title = "x"\nbased_on = "../../etc/passwd"\n', "BX213", ":2:"),
    "based on no name": (b'title = "x"\nbased_on = 3\n', "BX213", ":2:"),
    "a long value without quotation marks": (b"title = " + b"x " * 5_000 + b"\n", "BX21", ":1:"),
    "the title of another": (b'title = "Klackers"\n', "BX209", "a game of boxctl, classic,"),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_that_is_wrong_is_said_and_breaks_no_other(folder: Path, what: str) -> None:
    content, code, told = HOSTILE[what]
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    wrong = folder / "wrong.toml"
    if content is None:
        with wrong.open("wb") as file:
            file.truncate(1 << 30)
    else:
        wrong.write_bytes(content)
    fault = the_fault(wrong)
    assert fault.code.startswith(code)
    assert told in fault.text
    assert fault.text.isprintable()
    assert len(fault.text) < 600
    assert house_names() == ("crown",)
    assert variant("crown").tiles == 10
    with pytest.raises(RuleFault) as asked:
        own_name("wrong")
    assert asked.value.text == fault.text


def a_directory(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_circle(path: Path) -> None:
    path.symlink_to(path)


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


@pytest.mark.parametrize("put", [a_directory, a_pipe, a_device, a_circle, a_link_to_nothing])
@pytest.mark.parametrize("given", [False, True])
def test_what_is_no_file_is_never_opened(
    folder: Path, tmp_path: Path, put: object, given: bool
) -> None:
    wrong = (tmp_path if given else folder) / "wrong.toml"
    put(wrong)  # type: ignore[operator]
    with pytest.raises(RuleFault) as fault:
        own_name(str(wrong) if given else "wrong")
    assert fault.value.code == "BX210"
    assert house_names() == ()


def test_a_file_that_may_not_be_read_is_said(folder: Path) -> None:
    (folder / "wrong.toml").write_text(CROWN, encoding="utf-8")
    (folder / "wrong.toml").chmod(0)
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    assert the_fault(folder / "wrong.toml").code == "BX210"


@pytest.mark.parametrize(
    "name", ["-x", "a\u202eb", "a\x07b", "--", "x" * 61, "\udcff", "\u0302", ".."]
)
def test_the_name_of_a_file_has_to_be_one_that_can_be_typed(folder: Path, name: str) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    (folder / f"{name}.toml").write_text('title = "x"\n', encoding="utf-8")
    told = [fault for faults in house_faults().values() for fault in faults]
    if name != "..":  # hidden, as a half-written file is
        assert {fault.code for fault in told} == {"BX212"}
        assert all(fault.text.isprintable() for fault in told)
    assert house_names() == ("crown",)


def test_a_folder_with_too_many_files_is_said(folder: Path) -> None:
    for number in range(MOST_FILES + 1):
        (folder / f"game-{number:03}.toml").write_text(
            f'title = "Number {number}"\n', encoding="utf-8"
        )
    assert len(house_names()) == MOST_FILES
    assert the_fault(folder).code == "BX214"


def test_other_files_in_the_folder_are_left_alone(folder: Path) -> None:
    for name in ("crown.toml~", ".crown.toml", "README", "crown.toml.new"):
        (folder / name).write_text("nonsense =", encoding="utf-8")
    assert not house_faults()
    assert names()[0] == "classic"


KNOWN = names()
NAMES_DRAWN = st.text(st.characters(codec="utf-8"), max_size=80)
VALUES = st.one_of(
    st.integers(),
    st.booleans(),
    st.floats(allow_nan=False),
    NAMES_DRAWN,
    st.sampled_from([v for s in SETTINGS.values() for v in s.samples.usual]),
)


def quoted(text: str) -> str:
    """A text as TOML writes it, with every sign escaped."""
    return '"' + "".join(f"\\U{ord(sign):08x}" for sign in text) + '"'


def written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else repr(value)


@st.composite
def any_text(draw: st.DrawFn) -> str:
    """A file as somebody may write it: some keys right, some wrong, maybe cut or with rubbish."""
    title = st.one_of(st.just("The Crown"), NAMES_DRAWN)
    lines = [f"title = {quoted(draw(title))}"] if draw(st.booleans()) else []
    if draw(st.booleans()):
        base = draw(st.one_of(st.sampled_from(KNOWN), st.just("wrong"), NAMES_DRAWN))
        lines.append(f"based_on = {quoted(base)}")
    lines.append("[settings]")
    keys = st.lists(st.sampled_from([*SETTINGS, "tils"]), max_size=4, unique=True)
    lines += [f"{key} = {written(draw(VALUES))}" for key in draw(keys)]
    if draw(st.booleans()):
        lines += ["[fr]", f"{draw(st.sampled_from(['title', 'sumary']))} = {written(draw(VALUES))}"]
    text = "\n".join(lines) + "\n"
    if draw(st.booleans()):
        text = text[: draw(st.integers(0, len(text)))]
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(max_size=5)) + text[at:]
    return text


@settings(max_examples=200 * SOAK, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=any_text())
def test_any_file_is_a_variant_or_is_said_to_be_wrong(folder: Path, text: str) -> None:
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    wrong = folder / "wrong.toml"
    wrong.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert len(text) < MOST_BYTES
    faults = house_faults().get(str(wrong), ())
    assert ("wrong" in house_names()) == (not faults)
    assert "crown" in house_names() or any("crown.toml" in fault.text for fault in faults)
    if faults:
        assert all(fault.text.isprintable() and fault.cure for fault in faults)
        assert all(len(fault.text) < 1000 for fault in faults)
    else:
        known: Variant = load("wrong")
        assert variant(known.name) == variant(str(wrong))
        assert check_house_text(str(wrong), text).text is not None


def test_a_service_saves_where_it_may_write_and_root_finds_it_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    saved = save_variant("The Crown", "pub", with_settings(variant("pub"), [("tiles", "10")]))
    assert saved == tmp_path / "state" / "variants" / "the-crown.toml"
    assert house_names() == ("the-crown",)
    monkeypatch.delenv("STATE_DIRECTORY")
    assert not house_names()
    monkeypatch.setattr(house_folders, "OF_SERVICE", str(saved.parent))
    assert house_names() == ("the-crown",)


def test_the_folder_of_a_service_that_may_not_be_read_is_no_fault(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_service = tmp_path / "state" / "variants"
    monkeypatch.setattr(house_folders, "OF_SERVICE", str(of_service))
    # Root may read everything, and whoever runs the tests may be root.
    monkeypatch.setattr(os, "access", lambda path, _how: path != str(of_service.parent))
    assert str(of_service) not in house_folders.folders()


@pytest.mark.parametrize("may_look", [True, False])
def test_games_of_a_service_are_hidden_only_from_who_may_not_look(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, may_look: bool
) -> None:
    """Without a service here there is nothing to hide."""
    monkeypatch.setattr(house_folders, "OF_SERVICE", str(tmp_path / "service" / "variants"))
    monkeypatch.setattr(house_folders, "_may_look_into", lambda folder: may_look)
    assert not house_folders.is_service_hidden()
    (tmp_path / "service").mkdir()
    assert house_folders.is_service_hidden() == (not may_look)


def test_a_text_is_tried_out_beside_the_other_games_of_the_house(folder: Path) -> None:
    """As a page does before it keeps the file: nothing is written."""
    (folder / "crown.toml").write_text(CROWN, encoding="utf-8")
    tried = variant_in_text(str(folder / "bell.toml"), 'title = "The Bell"\nbased_on = "crown"\n')
    assert (tried.name, tried.told("title"), tried.based_on) == ("bell", "The Bell", "crown")
    assert house_names() == ("crown",)


@pytest.mark.parametrize("opened", ["", "other_names = [\n", "other_names = [\n  # ours\n"])
def test_what_stands_before_a_line_that_is_no_toml_is_looked_at_too(opened: str) -> None:
    """Wherever the list begins that is still open there."""
    text = f'title = "The Bell"\nbased_upon = "pub"\n{opened}= 3\n'
    faults = check_house_text("bell.toml", text).faults
    assert [fault.line for fault in faults] == [2, text.count("\n")]
