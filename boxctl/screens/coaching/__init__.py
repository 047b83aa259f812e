"""The coach of a table: what each choice is worth and why, blunders, and a report of the match.

May import odds, audit, presentation, referee and pictures. Knows no Textual.
"""
