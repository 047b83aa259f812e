"""Commands that play: play, referee, legal, rules.

A command parses, calls one function below, and prints.
"""
