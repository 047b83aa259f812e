"""The fault of a command that cannot be carried out on this machine as it was given."""

from __future__ import annotations

from groundwork.faults import Fault


class ServiceRefusal(Fault):
    """Nothing was begun: root, a file or an installation is missing (BX910, exit status 2)."""

    command_is_wrong = True

    def __init__(self, sentence: str) -> None:
        super().__init__("BX910", sentence)
