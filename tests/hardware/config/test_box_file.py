"""docs/box-toml.md tells of every setting as the drivers declare it."""

from __future__ import annotations

import re
from pathlib import Path

from hardware.config.box_file import main, with_tables
from tests.support.chips.box_toml import read

DOCUMENT = Path(__file__).parents[3] / "docs" / "box-toml.md"


def test_the_document_is_up_to_date() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == with_tables(text), "run: python -m hardware.config.box_file docs/box-toml.md"


def test_writing_it_anew(tmp_path: Path) -> None:
    copy = tmp_path / "copy.md"
    copy.write_text(DOCUMENT.read_text().replace("BCM number", "something old"))
    main([str(copy)])
    assert copy.read_text().count("BCM number") >= 3


def test_the_examples_are_right(tmp_path: Path) -> None:
    examples = [
        *_examples(DOCUMENT),
        *_examples(DOCUMENT.with_name("wiring.md")),
    ]
    assert len(examples) >= 2
    for example in examples:
        read(tmp_path, example)


def _examples(document: Path) -> list[str]:
    """The whole box.tomls in a document."""
    blocks = re.findall(r"```toml\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    return [block for block in blocks if "[box]" in block]
