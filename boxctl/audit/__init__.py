"""Answers questions about a record: what happened, why it was ruled so, whether it is genuine.

``narrate``           tells a match again, entry by entry
``state_at``          how the table stood at a ruling
``dispute``           what a ruling rests on
``rejudge``           rules on a record again with today's referee
``verify_match``, ``verify_journal``  check chain, signatures and rulings
``overrule``, ``overruled_result``    change a score, and what the match then comes to
``history``           how the players have fared; ``history_luck`` judges, ``history_tally`` counts
``match_list``        the matches of a journal

May import presentation, journal, odds, referee and rules.
"""
