"""Commands about chances: odds, analyse, simulate.

A command parses, calls one function below, and prints.
"""
