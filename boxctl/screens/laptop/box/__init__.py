"""The simulated box: its wood, sensors, lamps, display and voice, as a box.toml has them."""
