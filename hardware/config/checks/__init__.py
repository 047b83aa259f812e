"""Contradictions between the tables of box.toml: pins, lamps and SPI places used twice.

Each check yields problems for ``read``. May import the tables and their declarations.
"""
