"""The referee that ``make browser`` has built rules as this one does, on node and in Chromium.

Every line of it: files that caused a fault once, an evening of each variant, and matches by
settings of every kind, with all the mistakes that people and wood make.
"""

from __future__ import annotations

import json
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.web.built_page import ruled
from tests.support.web.built_page.drawn_tables import Table, corpus, drawn_tables
from tests.support.web.built_page.served_site import SITE, served_site

pytestmark = pytest.mark.browser

MATCHES = 500
SCRIPT = Path(ruled.__file__)
ON_NODE = SCRIPT.with_name("rule_on_node.mjs")
IN_PAGE = """async ([script, tables]) => {
  const { loadPyodide } = await import("./python/pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("python/", location.href).href });
  const program = await (await fetch("program.zip")).arrayBuffer();
  python.unpackArchive(program, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  python.runPython(script);
  return python.globals.get("ruled")(tables);
}"""
"""The same files in a page of their own, under the policy of the built pages."""


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    return [*corpus(), *drawn_tables(MATCHES)]


def told(tables: Sequence[Table]) -> str:
    return json.dumps([(table.options, b64encode(table.told).decode()) for table in tables])


def compare(tables: Sequence[Table], there: str) -> None:
    here = json.loads(ruled.ruled(told(tables)))
    assert sum(status == 0 for status, _lines in here) == len(tables)
    for table, one, other in zip(tables, here, json.loads(there), strict=True):
        assert one == other, f"boxctl referee {' '.join(table.options)}\n{table.told.decode()}"


def test_every_ruling_on_node_is_that_of_this_python(tables: list[Table], tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    file.write_text(told(tables), encoding="utf-8")
    command = ["node", *map(str, (ON_NODE, SITE, SCRIPT, file))]
    there = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    compare(tables, there.stdout)


def test_every_ruling_in_chromium_is_that_of_this_python(
    chromium: Any, tables: list[Table]
) -> None:
    with served_site() as address:
        page = chromium.new_page()
        # A document with the policy of all, without its own Python.
        page.route("**/script/browser/start.js", lambda route: route.fulfill(status=200))
        page.goto(address)
        compare(tables, page.evaluate(IN_PAGE, [SCRIPT.read_text(encoding="utf-8"), told(tables)]))
        page.close()
