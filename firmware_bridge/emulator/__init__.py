"""The real firmware without a board: the same machine code, on a simulated ATmega328P."""
