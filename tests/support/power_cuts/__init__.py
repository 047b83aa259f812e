"""Power cuts: what a program did to its files, cut short at any instant.

A program runs once, recorded at the system-call boundary (``record``). From the log, the directory
is then built as the program's end at any point would have left it (``Log.cuts``, ``Cut.build``):

killed
    The process ends, the machine runs on. All that was written is there; of the write it was in,
    the first few bytes.
power cut
    What a sync had made durable is there. Of the rest, any part may be: names, lengths and sectors
    reach the disk in any order, or not.
lying disk
    A power cut, and the last few syncs had been answered before anything was on the disk.

What the program showed (its standard output, or what it wrote to the file that the environment
variable ``POWER_CUTS_SHOWN`` names) stands in the same log. A program that promises that what it
showed is durable is wrong if a cut of the first two kinds leaves a directory where it is missing.

What boxctl's journal promises is held against the cuts of whole evenings (``evenings``, played by
``quick_table`` in virtual time and by a ``typist`` at ``boxctl play``): ``test_journal_cuts``, and
``test_failing_disk`` for a disk that fills up or fails. A cut that breaks a promise is printed with
the command that looks at it again (``again``).

What is taken for granted: a rename takes place wholly or not at all; a sector of 512 bytes is
written wholly or not at all by a power cut, except where a cut is said to tear it; a sync of a file
makes its bytes and its length durable, not its name, which takes a sync of its directory.
"""

from tests.support.power_cuts.cuts import Cut, Kind, Log
from tests.support.power_cuts.recording import NEEDS_GCC, Recorder, RecordingError, record

__all__ = ["NEEDS_GCC", "Cut", "Kind", "Log", "Recorder", "RecordingError", "record"]
