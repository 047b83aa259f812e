"""What two readings of the rule book are compared on."""
