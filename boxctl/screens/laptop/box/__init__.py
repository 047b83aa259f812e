"""The simulated box: its wood, sensors, lamps, display and voice, as a box.toml describes them.

May import hardware, rules and the trays. Knows no Textual.
"""
