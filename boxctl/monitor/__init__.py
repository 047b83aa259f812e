"""What the devices of a box do, live: levels, edges, bounces, losses; and what makes them work.

No match is played. Imports table and what is below it.
"""
