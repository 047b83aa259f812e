"""The program in a browser lacks what looks after a box, and nothing that its pages reach."""

from __future__ import annotations

import pytest
from browser_site.__main__ import LEFT_OUT, PROGRAM

grimp = pytest.importorskip("grimp", reason="import-linter, which make dev installs, brings it")

BEGIN = ("boxctl.browser.start", "boxctl.browser.thinking", "boxctl.cli.game.referee")
"""What the two workers import, and what rules there as it does here."""


def test_what_is_left_out_is_reached_from_no_page() -> None:
    graph = grimp.build_graph(*PROGRAM)
    reached = set(BEGIN).union(*map(graph.find_upstream_modules, BEGIN))
    assert "boxctl.web.table_pages" in reached
    packages = {name.rpartition(".")[0] for name in reached}
    assert [name for name in sorted(packages) if LEFT_OUT.intersection(name.split("."))] == []
