"""The game line by line, in any terminal or pipe.

May import laptop and tray. Knows no Textual.
"""
