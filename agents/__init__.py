"""Players: random, behaviours, search, learned policies."""
