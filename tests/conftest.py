"""What every test begins with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def not_the_user_s_journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is recorded in the journal of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        environment.delenv("STATE_DIRECTORY", raising=False)
        yield


@pytest.fixture(autouse=True)
def a_journal_of_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No test finds what another has recorded."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
