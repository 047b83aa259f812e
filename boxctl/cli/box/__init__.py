"""Commands for real boxes: run, roller, firmware.

A command parses, calls one function below, and prints.
"""
