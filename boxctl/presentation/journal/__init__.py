"""The words for a journal: its entries, and what opening or auditing it has found.

``recorded_entries``  the events and devices of a journal; ``recorded_rulings`` its rulings
``audit_findings``    what an audit finds, as data; ``audit_sentences`` words it
``proof_sentences``   what does not fit the box's signatures
``ledger_sentences``  who owes whom
``player_history``    how players have fared, as data; ``history_sentences`` words it
``start_remarks``     what people are told of the journal when a table is opened

May import journal, referee and the rest of presentation.
"""
