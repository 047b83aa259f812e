"""The command ``boxctl``, also as ``python -m boxctl``."""

from __future__ import annotations

import gc
import sys

from boxctl import INTERRUPTED

OBJECTS_BEFORE_A_COLLECTION = 100_000
"""How many objects are made before Python looks for unused ones that refer to each other.

What is imported is in use: with Python's own 700 it is looked through dozens of times in a start.
A box that has started goes back to 700 (``boxctl run``).
"""


def main() -> int:
    """Run the command of the process's arguments and return its exit status.

    Ctrl-C is heeded from the first import on, and needs no traceback. Once the command is done, a
    further one ends the process at once, as Python would print where its exit was interrupted.
    """
    gc.set_threshold(OBJECTS_BEFORE_A_COLLECTION)
    try:
        # Imported here: it brings enum with it, and Ctrl-C can come meanwhile.
        import os
        import signal

        try:
            if "_ARGCOMPLETE" in os.environ:
                from boxctl.cli.shell.completion import complete

                complete()
            from boxctl.cli import main as run

            return run()
        finally:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
