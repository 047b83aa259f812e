"""What a match was worth, throw by throw, in words and as a chart.

Imports rules, odds and the rest of presentation.
"""
