"""What Lighthouse says of the pages."""
