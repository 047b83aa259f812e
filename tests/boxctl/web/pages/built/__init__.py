"""The folder of ``make browser``: what it rules, how it begins, and what stands in its way."""
