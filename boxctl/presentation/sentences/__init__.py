"""The sentence of every ruling, by what the ruling is about. Pure."""
