"""The secret of an evening that a test names."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.web.acting.code_file import EveningSecret, new_secret


class SecretInMemory:
    """Returns the same secret for as long as the evening has the same name."""

    def __init__(self, evening: Callable[[], object] = lambda: 1) -> None:
        self._evening = evening
        self._secret = new_secret(str(evening()))

    def __call__(self) -> EveningSecret:
        if self._secret.evening != str(self._evening()):
            self._secret = new_secret(str(self._evening()))
        return self._secret
