"""What a table believes of its sensors: their state, whom it doubts, whom it sets aside."""
