"""Answers to questions about a record: what happened, why it was ruled so, whether it is genuine.

``narrate``           tells a match again, entry by entry
``dispute``           what a ruling rests on
``rejudge``           rules on a record again with today's referee, also up to one ruling
``verify_match``, ``verify_journal``  check chain, signatures and rulings
``overruled_result``  the result that stands after scores were changed
``history``           wins, scores and luck of the players; ``history_tally`` adds them up
``personal_best``     the best score of a solo player
``money_ledger``      who has won and lost how much, and who pays whom
``device_audit``, ``wear``            what contacts and roller have done, and what gets worse
``match_list``        summaries of the matches of a journal, and matches in files
``record_file``       the record of a match or an evening, to take home; also verifies one

May import presentation, journal, odds, referee and rules.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.audit.narrate import NarratedEntry, rulings_as_json
    from boxctl.audit.narrate import narrate as narrate_match
    from boxctl.audit.rejudge import RulingDifference, first_difference
else:
    __getattr__ = promised(
        {
            "boxctl.audit.narrate": ("NarratedEntry", "rulings_as_json"),
            "boxctl.audit.rejudge": ("RulingDifference", "first_difference"),
        },
        {"narrate_match": ("boxctl.audit.narrate", "narrate")},
    )

__all__ = [
    "NarratedEntry",
    "RulingDifference",
    "first_difference",
    "narrate_match",
    "rulings_as_json",
]
