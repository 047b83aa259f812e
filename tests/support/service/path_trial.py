"""What is tried inside the namespaces, as root: the whole path of a maker, with the real systemd.

``path_trial pi SEED`` goes it on the GPIO lines of the kernel, ``path_trial board SEED`` on the
real firmware in the emulator: wires with mistakes, ``boxctl setup``, ``run --check``, ``doctor``,
``monitor``, ``service install``, a match that the service plays, ``verify``, ``service uninstall``.
Writes ``result.json``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.guest import setup_in_guest
from tests.support.service.served import Installed, give_to_group
from tests.support.service.trial import BOARD, OUT
from tests.support.setup import path_on_board

HERE = Path("/srv/path")
"""Where this keeps its files: systemd empties /tmp when the first service starts."""


def main() -> None:
    """Go the path, and write down what happened."""
    HERE.mkdir()
    os.environ |= {"XDG_STATE_HOME": str(HERE), "PATH": f"/usr/local/bin:{os.environ['PATH']}"}
    result = _path(sys.argv[1], int(sys.argv[2]))
    (OUT / "result.json").write_text(json.dumps(result))


def _path(box: str, seed: int) -> dict[str, Any]:
    if box == "board":
        return path_on_board.whole_path(seed, HERE, Installed, BOARD)
    # Raspberry Pi OS has this group, and gives it the pins.
    subprocess.run(["groupadd", "--force", "--system", "gpio"], check=True)
    for chip in Path("/dev").glob("gpiochip*"):
        give_to_group(chip, "gpio")
    return setup_in_guest.whole_path(seed, Installed)


if __name__ == "__main__":
    main()
