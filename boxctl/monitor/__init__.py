"""Watch the devices of a box live: levels, edges, bounces, losses. Try lamps, dice and sounds.

Start at ``box_monitor``. Plays no match. May import the table and everything below it.
"""
