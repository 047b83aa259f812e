"""The words about a match on a screen: announcements, log, footer, explanations.

Imports rules, referee and presentation. Knows no Textual, and draws nothing.
"""
