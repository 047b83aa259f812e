"""What must hold between the tables of box.toml.

Imports the declarations of the tables.
"""
