"""Tests of what translators work with."""
