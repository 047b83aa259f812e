"""The game line by line, in any terminal or pipe.

May import laptop and the dice tray. Knows no Textual.
"""
