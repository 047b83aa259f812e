"""The table [web] of box.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.config.checks.problems import BoxFileFault
from hardware.config.read import read_box
from tests.support.chips.box_toml import GOOD


@pytest.mark.parametrize("host", ["127.0.0.1", "::", "box.local", "schänke.local"])
def test_pages_are_served_at_an_address_or_a_name(tmp_path: Path, host: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{GOOD}[web]\nhost = "{host}"\n')
    web = read_box(file).web
    assert web is not None
    assert web.host == host


@pytest.mark.parametrize("host", ["", " ", "box..local", 64 * "b", r"box\u0000"])
def test_what_no_machine_can_be_called_is_refused(tmp_path: Path, host: str) -> None:
    file = tmp_path / "box.toml"
    file.write_text(f'{GOOD}[web]\nhost = "{host}"\n')
    with pytest.raises(BoxFileFault) as wrong:
        read_box(file)
    assert [(each.code, each.key) for each in wrong.value.problems] == [("BX305", "web.host")]
