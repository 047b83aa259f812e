"""What is told of a journal: its entries, and what opening or auditing it has found.

``recorded_entries``, ``recorded_rulings``  what an entry records
``audit_findings``   what an audit finds, as data; ``audit_sentences`` words it
``player_history``   how players have fared, as data; ``history_sentences`` words it
``start_remarks``    what people are told of the journal when a table is opened

May import journal, referee and the rest of presentation.
"""
