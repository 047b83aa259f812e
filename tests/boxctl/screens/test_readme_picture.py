"""The picture in the README is the game as it looks today.

``KEEP_PICTURES=1 pytest tests/boxctl/screens/test_readme_picture.py`` draws it anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.kept_screens import assert_as_kept
from tests.support.tables.game_pilot import TrayAtOnce, at_table, in_loop

PICTURES = Path(__file__).parents[3] / "docs/pictures"


class TrayOfFourAndThree(TrayAtOnce):
    """A tray whose dice always show 4 and 3."""

    def throw(self, _values: object) -> None:
        super().throw((4, 3))


@in_loop
async def test_the_picture_in_the_readme_is_up_to_date() -> None:
    settings = {"stake": "50"}
    async with at_table(tray=TrayOfFourAndThree(), settings=settings) as table:
        await table.press("space")
        await table.press("1")
        assert "The 1 so far for 4 and 3: 6 or 4+2 to go." in table.said
        svg = table.app.export_screenshot(title="boxctl play")
        assert_as_kept("play", without_network(svg), PICTURES)


def without_network(svg: str) -> str:
    """The picture with the reader's own fonts, so that nothing is fetched to look at it."""
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.DOTALL)
