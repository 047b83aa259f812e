"""box.toml: declared, read and checked whole before a pin is touched.

Imports hardware.devices alone; the drivers import it.
"""
