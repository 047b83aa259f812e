"""The head of a record, as other records name it."""

# Without annotations as text: each would have to be compiled when its field is looked up.

from typing import Annotated

from boxctl.referee.fields import Count, Text, object_of
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class RecordedHead:
    """The head of a recorded match: where it is, how many entries it has, the hash of the last.

    ``journal`` is the number of the journal that has it.
    """

    journal: str
    match: int
    entries: int
    head: str


HEAD = object_of("match", RecordedHead, journal=Text, match=Count, entries=Count, head=Text)
HeadField = Annotated[RecordedHead, HEAD]
