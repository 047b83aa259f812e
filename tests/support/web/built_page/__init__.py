"""What is run on the folder of ``make browser``: matches for its referee, and a server."""
