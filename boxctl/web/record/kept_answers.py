"""Answers in JSON that take long to work out, kept packed for those who ask the same again."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from boxctl.web.json_data import as_data, as_text
from groundwork.frozen_dataclass import frozen_dataclass

MOST_KEPT = 8
"""How many answers are kept: those that were asked for last."""

LARGEST = 500_000
"""Bytes, packed; a larger answer is worked out each time."""

PACKING = 5
"""The level of gzip: a higher one takes longer than it saves."""


@frozen_dataclass
class PackedAnswer:
    """A document in JSON, packed by gzip."""

    packed: bytes


def pack(body: bytes) -> bytes:
    """Pack an answer; the same bytes each time."""
    return gzip.compress(body, PACKING, mtime=0)


class KeptAnswers:
    """The newest few answers by what they depend on. Thread-safe."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._kept: OrderedDict[Hashable, PackedAnswer] = OrderedDict()

    def of(self, key: Hashable, make: Callable[[], object]) -> PackedAnswer:
        """Return the answer to this ``key``; if it is not kept, that to what ``make`` returns."""
        with self._guard:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        answer = PackedAnswer(pack(as_text(as_data(make())).encode()))
        if len(answer.packed) <= LARGEST:
            with self._guard:
                self._kept[key] = answer
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        return answer
