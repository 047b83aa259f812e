"""What tests of the cards that people take home need."""
