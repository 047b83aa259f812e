"""The words for a journal: its entries, and what opening or auditing it has found.

``recorded_entries``  the entries of a journal, its events and rulings among them
``audit_sentences``   what an audit finds
``proof_sentences``   what does not fit the box's signatures, also those of an evening
``ledger_sentences``  who owes whom
``player_history``    how players have fared, as data; ``history_sentences`` words it
``start_sentences``   what people are told of the journal when a table is opened

May import journal, referee and the rest of presentation.
"""
