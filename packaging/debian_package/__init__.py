"""The Debian package: boxctl with its own Python packages, ready to be a service."""
