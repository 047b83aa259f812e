"""What the devices of a box do, live: levels, edges, bounces, losses. Tries lamps, dice and sounds.

Start at ``box_monitor``. Plays no match. May import the table and everything below it.
"""
