"""Set a box up: ask what it is made of, learn how its levers are wired, and write box.toml.

Start at ``dialogue``. ``learner`` works out the wiring from levels and edges and is pure;
``questions`` are data; ``write_box_file`` turns values into a file that reads back the same. May
import the doctor and all below it.
"""
