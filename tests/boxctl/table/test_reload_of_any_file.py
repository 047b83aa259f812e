"""box.toml is read again, whatever was written into it: the box goes on, wholly as before or wholly
as the file says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boxctl.referee.referee import Referee
from boxctl.rules.settings import SETTINGS
from boxctl.rules.variants import names
from boxctl.table.box_table import UNCHANGED, BoxTable
from boxctl.table.check_rules import check_box_file, players_of, rules_of
from boxctl.table.loop import SystemdNotifier
from groundwork.clock import monotonic_us
from hardware.config.box_file import TABLES, BoxFileFault
from hardware.config.read import read_box
from tests.support.chips.box_toml import problems
from tests.support.chips.mock_chips import MockChips
from tests.support.soak import SOAK, tried

MOST_LONGER = 50
"""The devices are opened for each file, which takes its time: no soak is longer here."""

BOX = """\
[box]
tiles = 9
[rules]
variant = "classic"
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26]
[roller]
driver = "pi"
[buttons]
driver = "gpio"
confirm = 20
new = 21
roll = 16
"""


class StopsAfterOneReload(SystemdNotifier):
    """Tells nobody anything, and ends the table's loop once box.toml is read again."""

    stop: Callable[[], None]

    def __init__(self) -> None:
        super().__init__({}, monotonic_us)

    def reloading(self) -> None:
        self.stop()


class ReloadedRun:
    """``boxctl run`` on this box.toml.

    Its table is the product's own: reading the file again is what is tried here, so ``a_table``,
    which opens its devices once, does not build it.
    """

    def __init__(self, directory: Path, text: str = BOX) -> None:
        self.path = directory / "box.toml"
        self.write(text)
        self.chips = MockChips(monotonic_us)
        self.remarks: list[str] = []
        service = StopsAfterOneReload()
        self.table = BoxTable(
            read_box(self.path, check_box_file),
            lambda _ruling: None,
            lambda _notice: None,
            self.remarks.append,
            journal=directory / "journal.db",
            chips=self.chips,
            service=service,
        )
        service.stop = self.table.stop

    def write(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")

    @property
    def held(self) -> list[str]:
        """What each line of the header is held as."""
        return [pin.held for pin in self.chips.header.pins]

    def reload(self, text: str) -> str:
        """Read this text as the box.toml and end; return the last remark about it."""
        self.write(text)
        self.table.reload()
        self.table.run()
        return self.remarks[-1]


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
hostile = st.sampled_from(
    [
        "Bob\u00a0Lee",
        "\u202eBob",
        "a\x1b[2J",
        "\x00",
        "\u2028",
        " ",
        "Ann",
        "A" * 300,
        "auto",
        "/dev",
    ]
)
texts = (
    words | hostile | st.sampled_from([*names(), "espeak-ng", "gpio", "serial", "usb", "buzzer"])
)
numbers = st.integers(-5, 60) | st.integers(-(2**70), 2**70) | st.floats(allow_nan=True)


def written(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, float):
        return str(value)
    return json.dumps(value)


rule_settings = st.dictionaries(
    st.sampled_from(sorted(SETTINGS)) | words,
    texts | numbers | st.booleans() | st.sampled_from(["2d6", "3d6", "canoga", "duel", "1d20"]),
    max_size=3,
)
values = st.one_of(
    texts,
    numbers,
    st.booleans(),
    st.lists(texts, max_size=4),
    st.lists(numbers, max_size=9),
    rule_settings,
).map(written)
keys = st.sampled_from(
    sorted({s.key for table in TABLES for driver in table.drivers for s in driver.settings})
)
rules_lines = st.one_of(
    st.sampled_from(names()).map(lambda name: f"variant = {json.dumps(name)}"),
    st.lists(texts, max_size=4).map(lambda players: f"players = {written(players)}"),
    rule_settings.map(lambda chosen: f"set = {written(chosen)}"),
)
apt_changes = st.sampled_from(
    [
        ('variant = "classic"', 'variant = "golf"'),
        ('variant = "classic"', 'variant = "relay"'),
        ('variant = "classic"', 'variant = "classic"\nplayers = ["Ann", "Bob"]'),
        ('variant = "classic"', 'variant = "duel"\nplayers = ["Ann", "Bob", "Cy"]'),
        ('variant = "classic"', 'variant = "classic"\nplayers = ["Bob\\u00a0Lee"]'),
        ('variant = "classic"', 'variant = "classic"\nset = { dice = "3d6" }'),
        ('variant = "classic"', 'variant = "classic"\nset = { tiles = 8, bump_ms = 40 }'),
        ("confirm = 20", "confirm = 12"),
        ("confirm = 20", "confirm = 4"),
        ("roll = 16", 'roll = 16\n[buzzer]\ndriver = "gpio"\npin = 12'),
        ("[roller]", '[lamps]\ndriver = "gpio"\npins=[14, 15, 18, 23, 24, 25, 8, 7, 1]\n[roller]'),
        ("roll = 16", 'roll = 16\n[voice]\ndriver = "espeak-ng"\nprogram = "/nowhere"'),
        ("roll = 16", 'roll = 16\n[journal]\nfile = "a\\u0000b"'),
        ("roll = 16", 'roll = 16\n[journal]\nfile = "/proc/nowhere/journal.db"'),
        ("roll = 16", 'roll = 16\n[display]\ndriver = "ssd1306"'),
        ('driver = "pi"', 'driver = "serial"\nport = "/nowhere"'),
        ('driver = "pi"', 'driver = "serial"\nport = "/dev/null"'),
    ]
)  # fmt: skip
"""What people change, whether it can be or not."""

lines = st.one_of(
    st.sampled_from(names()).map(lambda name: f"variant = {json.dumps(name)}"),
    st.lists(texts, max_size=4).map(lambda players: f"players = {written(players)}"),
    rule_settings.map(lambda chosen: f"set = {written(chosen)}"),
)
lines = st.one_of(
    rules_lines,
    st.tuples(keys, values).map(lambda pair: f"{pair[0]} = {pair[1]}"),
    st.sampled_from([f"[{table.name}]" for table in TABLES]),
    words,
)


@st.composite
def files(draw: st.DrawFn) -> str:
    """The file of the box with changes that make sense, and at times any others."""
    apt = BOX
    for old, new in draw(st.lists(apt_changes, max_size=2)):
        apt = apt.replace(old, new)
    text = apt.splitlines()
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        place = draw(st.integers(0, len(text) - 1))
        change = draw(st.sampled_from(["rules", "replace", "add", "double", "leave out"]))
        if change == "rules":
            where = text.index("[rules]") if "[rules]" in text else 0
            text.insert(where + 1, draw(rules_lines))
            if draw(st.booleans()) and 'variant = "classic"' in text:
                text.remove('variant = "classic"')
        elif change == "replace":
            text[place] = draw(lines)
        elif change == "add":
            text.insert(place, draw(lines))
        elif change == "double":
            text.insert(place, text[place])
        elif len(text) > 1:
            del text[place]
    return "\n".join(text) + "\n"


@settings(max_examples=25 * min(SOAK, MOST_LONGER))
@given(files())
def test_the_box_goes_on_wholly_as_before_or_wholly_as_the_file_says(text: str) -> None:
    with TemporaryDirectory() as one, TemporaryDirectory() as other:
        reloaded = ReloadedRun(Path(one))
        with reloaded.table:
            before = reloaded.held
            remark = reloaded.reload(text)
            event(remark.replace(one, ""))
            tried("reloads of a box.toml")
            if "the box opened as it says" in remark:
                fresh = ReloadedRun(Path(other), text)
                with fresh.table:
                    assert reloaded.held == fresh.held
            else:
                assert remark == UNCHANGED or "next match" in remark or "said before" in remark
                assert reloaded.held == before


@settings(max_examples=60 * SOAK)
@given(files())
def test_a_file_that_passes_its_check_can_be_played(text: str) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "box.toml"
        path.write_text(text, encoding="utf-8")
        tried("files of a box checked")
        try:
            box_file = read_box(path, check_box_file)
        except BoxFileFault:
            return
        rules = rules_of(box_file.rules)
        Referee(rules, players_of(box_file.rules, rules)).begin()


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ('["Bob\\u00a0Lee"]', r'"Bob\xa0Lee" has a character that cannot be shown'),
        ('["a\\u001b[2J"]', "cannot be shown"),
        ('["Ann", "Ann"]', "is there twice"),
        ('[" "]', "not possible"),
    ],
)
def test_names_that_no_match_can_be_played_with_are_a_problem(
    tmp_path: Path, players: str, why: str
) -> None:
    text = BOX.replace('variant = "classic"', f'variant = "classic"\nplayers = {players}')
    (problem,) = problems(tmp_path, text, check_box_file)
    assert (problem.code, problem.key, problem.line) == ("BX305", "rules.players", 5)
    assert why in problem.sentence


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ('["Anna", "Ann\\u0430"]', "look the same"),
        ('["Ann", "\\u2800"]', "every player needs a name"),
    ],
)
def test_names_that_nobody_can_tell_apart_are_a_problem(
    tmp_path: Path, players: str, why: str
) -> None:
    text = BOX.replace('variant = "classic"', f'variant = "classic"\nplayers = {players}')
    (problem,) = problems(tmp_path, text, check_box_file)
    assert (problem.key, problem.line) == ("rules.players", 5)
    assert why in problem.sentence


@pytest.mark.parametrize("more", ["", '[buzzer]\ndriver = "gpio"\npin = 12\n'])
def test_a_name_that_cannot_be_shown_ends_no_box(tmp_path: Path, more: str) -> None:
    """Nor does it where the devices are others, too, so that all would have to be opened anew."""
    reloaded = ReloadedRun(tmp_path)
    with reloaded.table:
        before = reloaded.held
        text = BOX.replace("[tiles]", 'players = ["Bob\\u00a0Lee"]\n[tiles]') + more
        assert reloaded.reload(text) == UNCHANGED
        assert reloaded.held == before
