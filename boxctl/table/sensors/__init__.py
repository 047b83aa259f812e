"""What a table believes of its sensors: contact states, doubts about rulings, quarantine.

May import presentation, referee, rules, the journal's evidence and hardware; no other part of the
table.
"""
