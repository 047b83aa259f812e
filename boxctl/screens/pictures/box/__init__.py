"""The box as a picture: wood, brass, felt and ivory, all from characters."""
