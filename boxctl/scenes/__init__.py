"""What the table sees and hears of what is ruled: lamps, display and voice. Pure."""
