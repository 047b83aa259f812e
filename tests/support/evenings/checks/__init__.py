"""What has to hold, whatever happens: of the rulings, the lamps, the words and the record."""
