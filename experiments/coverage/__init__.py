"""Which clauses come into play."""
