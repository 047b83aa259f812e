"""Tests of catalogs and what is made of them."""
