"""The first looks in the docstrings of packages print what they say."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from boxctl import referee, rules


@pytest.mark.parametrize("package", [rules, referee])
def test_a_first_look_is_true(package: ModuleType) -> None:
    failed, tried = doctest.testmod(package)
    assert tried and not failed
