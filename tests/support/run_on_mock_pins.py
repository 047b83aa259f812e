"""``python -m tests.support.run_on_mock_pins --config FILE``: ``boxctl run`` on pins in memory."""

from __future__ import annotations

import sys

import boxctl.cli.box.run
from boxctl.cli import main
from boxctl.table.box_table import BoxTable
from tests.support.chips.mock_chips import MockChips


class _TableOnMockPins(BoxTable):
    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, chips=MockChips(), **named)  # type: ignore[arg-type]


if __name__ == "__main__":
    boxctl.cli.box.run.BoxTable = _TableOnMockPins  # type: ignore[attr-defined]
    sys.exit(main(["run", *sys.argv[1:]]))
