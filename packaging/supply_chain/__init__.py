"""The packages of others that make installs: their hashes, licences and known vulnerabilities."""
