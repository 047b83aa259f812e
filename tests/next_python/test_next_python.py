"""What a Python on node lacks skips a test; nothing else does."""

from __future__ import annotations

import sys

import pytest
from npm_packages import NotToBeHadError

from tests.next_python import __main__ as next_python
from tests.next_python.on_node import LIMITS, Hiding, limit_met


@pytest.mark.parametrize("limit", LIMITS)
def test_a_test_that_meets_a_limit_is_known_by_what_it_says(limit: str) -> None:
    assert limit_met(RuntimeError(f"{limit}.")) == limit


def test_a_limit_is_met_also_where_another_fault_came_of_it() -> None:
    refused = ValueError("the match cannot begin")
    refused.__cause__ = RuntimeError(LIMITS[0])
    assert limit_met(refused) == LIMITS[0]


def test_what_is_wrong_with_the_program_is_no_limit() -> None:
    assert limit_met(AssertionError("assert 1 == 2")) is None
    assert limit_met(TypeError("attribute name must be string, not 'int'")) is None


def test_a_hidden_module_is_not_found_and_all_others_are() -> None:
    finders = [Hiding(finder, ["numpy"]) for finder in sys.meta_path]
    found = [finder.find_spec("numpy", None) for finder in finders]
    assert found == [None] * len(finders)
    assert any(finder.find_spec("json", None) for finder in finders)


@pytest.mark.parametrize(("everything", "status"), [("", 0), ("true", 1)])
def test_a_python_that_cannot_be_had_fails_only_where_everything_is_tested(
    everything: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def missing(_version: str) -> int:
        raise NotToBeHadError("node and npm are missing")

    monkeypatch.setattr(next_python, "tested_with", missing)
    monkeypatch.setenv("CI", everything)
    assert next_python.main() == status
    assert (
        "Nothing was tested with Python 3.14: node and npm are missing." in capsys.readouterr().out
    )


@pytest.mark.parametrize(("faults", "status"), [({"3.14": 1}, 1), ({"3.15": 1}, 0), ({}, 0)])
def test_only_the_python_that_is_supported_has_to_pass(
    faults: dict[str, int], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(next_python, "tested_with", lambda version: faults.get(version, 0))
    assert next_python.main() == status
