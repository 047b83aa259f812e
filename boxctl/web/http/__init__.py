"""The server of the pages, and what every request passes."""
