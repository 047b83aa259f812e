"""One cut of a kept recording once more.

Run as ``python -m tests.support.power_cuts.again LOG CUT [ALREADY]``.


ALREADY is how many entries there were before the recording began.
Leaves the directory as the cut has left it beside the recording, for a look at it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.support.power_cuts.after_a_cut import Broken, hold
from tests.support.power_cuts.cuts import Log
from tests.support.power_cuts.uncut import Uncut


def main() -> int:
    file, name, *already = sys.argv[1:]
    log = Log.load(Path(file))
    cut = log.cut(name)
    left = Path(f"{file}-{name.replace(':', '-')}")
    with tempfile.TemporaryDirectory() as place:
        uncut = Uncut(log, Path(place) / "whole", *map(int, already))
        print(cut)
        print(f"{len(cut.shown)} lines had been shown; the directory is in {left}")
        cut.build(left)
        try:
            hold(cut, uncut, Path(place) / "cut")
        except Broken as promise:
            print(promise)
            return 1
    print("nothing is wrong")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
