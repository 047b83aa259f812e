"""Speeds, each as a ratio to something else that is run beside it, since machines differ."""
