"""The scripts of the pages, checked by TypeScript: their syntax, names, calls and types."""
