"""box.toml: its tables are declared, read and checked as a whole before any pin is touched.

Start at ``read``. May import hardware.devices and groundwork; drivers import it.
"""
