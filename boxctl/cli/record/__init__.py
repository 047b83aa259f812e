"""Commands that question a record: matches, replay, dispute, overrule, verify, head.

A command parses, calls one function below, and prints.
"""
