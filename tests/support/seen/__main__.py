"""Play the hundred matches, or some of them: keep what is seen of them, or write it out.

``python -m tests.support.seen keep`` accepts what is seen today. ``python -m tests.support.seen
write FOLDER 17 42`` writes all that is seen of two matches: do it before and after a change, and
compare the folders with ``diff -r``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.seen.drawn_match import MATCHES
from tests.support.seen.kept_hashes import Kept, hashes_of, write_kept, write_whole
from tests.support.seen.seen_match import Seen, seen_of_match


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say."""
    match arguments:
        case ["keep"]:
            with Pool(os.cpu_count()) as pool:
                found = pool.map(_hashes, range(MATCHES), chunksize=1)
            write_kept({key: hashes for kept in found for key, hashes in kept.items()})
        case ["write", folder, *numbers]:
            with Pool(os.cpu_count()) as pool:
                pool.map(partial(_write, Path(folder)), map(int, numbers or range(MATCHES)))
        case _:
            print(__doc__)
            return 2
    return 0


def _seen(number: int) -> Seen:
    with TemporaryDirectory() as folder:
        return seen_of_match(number, Path(folder))


def _hashes(number: int) -> Kept:
    return {(number, place): hashes_of(pieces) for place, pieces in _seen(number).items()}


def _write(folder: Path, number: int) -> None:
    write_whole(number, _seen(number), folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
