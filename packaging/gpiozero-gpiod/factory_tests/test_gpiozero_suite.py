"""The tests that gpiozero has for pin factories pass on this one, on a kernel in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from factory_tests.gpiozero_suite import GPIOZERO, NOT_FOR_US, suite

# It unsets GPIOZERO_PIN_FACTORY, and the factories that come first then reach no kernel in memory.
WITHOUT_A_KERNEL = {*NOT_FOR_US, "test_default_factory"}


@pytest.mark.full
def test_it_passes_the_tests_that_gpiozero_has_for_pin_factories(tmp_path: Path) -> None:
    tests = suite(tmp_path)
    if tests is None:
        pytest.skip(f"the source distribution of {GPIOZERO} cannot be had")
    beside = Path(__file__).parents[1]
    ended = subprocess.run(
        [sys.executable, "-m", "factory_tests.gpiozero_suite", str(tests)],
        cwd=beside, env=os.environ | {"PYTHONPATH": str(beside)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr[-4000:]
    outcomes = json.loads(ended.stdout.splitlines()[-1])
    assert {name for name, outcome in outcomes.items() if outcome != "passed"} == WITHOUT_A_KERNEL
    assert len(outcomes) > 20
