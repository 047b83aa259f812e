"""The sensors of a table: contact states, doubts about rulings, quarantine.

May import presentation, referee, rules, the journal's evidence and hardware; no other part of the
table.
"""
