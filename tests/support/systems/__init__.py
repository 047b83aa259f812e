"""Other systems than Linux, as far as this one can stand in for them."""
