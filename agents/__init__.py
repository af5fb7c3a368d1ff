"""Whoever decides: random, behaviours, search, learned policies."""
