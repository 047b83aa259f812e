"""The table drawn in characters, as data.

Imports rules, referee and presentation. Knows no Textual.
"""
