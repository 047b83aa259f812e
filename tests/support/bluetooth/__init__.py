"""Dice on a virtual Bluetooth controller, and time that passes only when everybody waits."""
