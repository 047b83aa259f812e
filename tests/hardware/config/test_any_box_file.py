"""Whatever a box.toml has, it is a box, or at most a hundred problems of one line each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boxctl.rules.settings import SETTINGS
from boxctl.table.check_rules import check_box_file
from hardware.config.box_file import BoxFileFault
from hardware.config.read import MOST_PROBLEMS, read_box
from tests.support.chips.box_toml import GOOD
from tests.support.hostile import damaged
from tests.support.soak import SOAK, chance

DOCS = Path(__file__).parents[3] / "docs"
WRITTEN = [
    GOOD,
    *(
        block
        for page in sorted(DOCS.glob("*.md"))
        for block in re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ),
]
"""Boxes that somebody has written, and parts of them."""

PAIRS = [line for text in WRITTEN for line in text.splitlines() if "=" in line]
"""Lines that say something."""

VALUES = [
    "0", "1", "-1", "24", "25", "9223372036854775808", "0x7f", "1e308", "-1e999", "inf", "nan",
    "1.5", "true", '""', '"auto"', '"pi"', '"serial"', '"gpio"', '"expander:3"', '"\\u0000"',
    '"\\u202e"', '"/dev/zero"', "[]", "[1]", "[[1, 2], []]", "[1, 1, 1]", '["Ann", "Ann"]', "{}",
    "{ a = { b = 1 } }", "1979-05-27", "07:32:00", "[4, 17, 27, 22, 5, 6, 13, 19, 26]", '"24d100"',
    '"2d100"', '"odd"', '"first_to_shut"', '"sum_or_difference"', '"canoga"', '"knockout"',
    '"high_tiles_shut"', '"match"', '"none"', '"thai"', '"1d1"',
]  # fmt: skip
"""What may stand behind a key, rightly or not."""

SETTING_NAMES = sorted(SETTINGS)

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())


def judged(path: Path) -> str:
    """Read the file; return the code of its first problem, ``box`` if it has none."""
    try:
        read_box(path, check_box_file)
    except BoxFileFault as fault:
        lines = fault.lines
    else:
        return "box"
    assert len(lines) <= MOST_PROBLEMS + 1
    assert all(line.startswith("BX3") and len(line) < 1500 for line in lines)
    return lines[0][:5]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_file_that_took_minutes_or_a_traceback_once(path: Path) -> None:
    assert judged(path) != "box"


@settings(max_examples=100 * SOAK)
@given(damaged(GOOD.encode()))
def test_a_good_file_with_any_damage(content: bytes) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "box.toml"
        path.write_bytes(content)
        event(judged(path))


@settings(max_examples=40 * SOAK)
@given(st.sampled_from(CORPUS), st.data())
def test_a_hostile_file_with_any_damage(path: Path, data: st.DataObject) -> None:
    content = data.draw(damaged(path.read_bytes()))
    with TemporaryDirectory() as directory:
        changed = Path(directory) / "box.toml"
        changed.write_bytes(content)
        event(judged(changed))


def with_other_lines(random: Random, text: str) -> str:
    """The same box with values and settings exchanged, and lines lost or from another box."""
    lines = text.splitlines()
    for _ in range(random.randint(1, 6)):
        if not lines:
            break
        at = random.randrange(len(lines))
        key, is_pair, _value = lines[at].partition("=")
        match random.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, random.choice(PAIRS))
            case 2 | 3 if key.strip() == "variant":
                names = random.sample(SETTING_NAMES, random.randint(1, 4))
                pairs = ", ".join(f"{name} = {random.choice(VALUES)}" for name in names)
                lines.insert(at, f"set = {{ {pairs} }}")
            case _ if is_pair:
                lines[at] = f"{key}= {random.choice(VALUES)}"
    return "\n".join(lines)


def with_other_bytes(random: Random, text: str) -> bytes:
    """The same box with a few bytes changed, lost or cut off."""
    bad = bytearray(text.encode())
    for _ in range(random.choice((0, 0, 0, 1, 3))):
        at = random.randrange(len(bad) + 1)
        match random.randrange(4):
            case 0:
                bad[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del bad[at : at + random.randint(1, 64)]
            case 2:
                bad[at:at] = random.choice(VALUES).encode()
            case _ if not random.randrange(8):
                del bad[at:]
    return bytes(bad)


def test_boxes_that_somebody_has_written_with_anything_changed(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    path = tmp_path / "box.toml"
    found: Counter[str] = Counter()
    for search in range(SOAK):
        random = chance(f"box files {search}")
        for _ in range(400):
            text = with_other_lines(random, random.choice(WRITTEN))
            path.write_bytes(with_other_bytes(random, text))
            found[judged(path)] += 1
    record_property("figure", f"{found.total()} files of a box: {dict(found.most_common())}")
    assert found["box"]
    assert len(found) > 5
