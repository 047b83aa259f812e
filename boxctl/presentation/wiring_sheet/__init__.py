"""The wiring of a box by its box.toml: wires, parts, currents, and a sheet to print.

Imports hardware.config, and drawing of presentation.
"""
