"""The rules of a match on a card to print: what it shows, and SVG and PDF of it."""
