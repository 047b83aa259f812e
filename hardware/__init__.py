"""The hardware abstraction layer: what a box is made of, and the drivers that make it so."""
