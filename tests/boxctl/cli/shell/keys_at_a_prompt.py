"""An interactive shell at a terminal, into which keys are typed."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
from collections.abc import Sequence
from pathlib import Path

PATIENCE_S = 60
"""How long a shell may be silent before it is taken to hang. Nothing is measured by it."""

_END = "the end of the test"


def completed(shell: Sequence[str], setup: str, lines: Sequence[str], folder: Path) -> list[str]:
    """Type each line and Tab, and return the words that the line has then, each as ``<word>``.

    The shell is started in ``folder`` and reads the line ``setup`` first.
    """
    # Ctrl-A puts what prints the words before the line that was completed.
    typed = "".join(f"{line}\t\x01printf '<%s>' \x05; echo\n" for line in lines)
    shown = _session(shell, f"{setup}\n{typed}printf '%s ' the end of the test; echo\n", folder)
    return re.findall(r"^(?:.*\r)?(<boxctl>[^\r\n]*)", shown, re.MULTILINE)


def _session(shell: Sequence[str], keys: str, folder: Path) -> str:
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", HOME=str(folder), PS1="$ ", LC_ALL="C.UTF-8")
        os.execvp(shell[0], list(shell))
    try:
        waiting, shown = keys.encode(), b""
        while _END.encode() + b" \r\n" not in shown:
            writes = [terminal] if waiting else []
            readable, writable, _ = select.select([terminal], writes, [], PATIENCE_S)
            assert readable or writable, shown.decode(errors="replace")
            if writable:
                waiting = waiting[os.write(terminal, waiting[:200]) :]
            if readable:
                shown += os.read(terminal, 65536)
        return shown.decode(errors="replace")
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
