"""What a listener has to know of a language other than English."""
