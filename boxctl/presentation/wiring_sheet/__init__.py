"""What a box.toml asks to be wired: its wires, parts and currents, and a sheet to print of them.

Imports hardware.config, and drawing of presentation.
"""
