"""A hundred matches drawn by number, and everything that screens and pages show of them."""
