"""Every variant, for tests that take long: ``make test`` takes those that are unlike each other."""

from __future__ import annotations

from typing import Any

import pytest

from boxctl.rules.variants import names

UNLIKE_EACH_OTHER = {
    "classic", "canoga", "thai", "unlucky-seven", "lucky-seven",
    "last-standing", "long-game", "relay", "the-300",
}  # fmt: skip
"""One variant of each kind of match and of move."""


def parameter(*values: object, quick: bool) -> Any:
    """Values of a parametrized test, left to ``test-full`` unless they are quick."""
    return pytest.param(*values, marks=[] if quick else pytest.mark.full)


EVERY_VARIANT = [parameter(name, quick=name in UNLIKE_EACH_OTHER) for name in names()]
"""The names of all variants as parameters; those like another one are left to ``test-full``."""
