"""The laboratory: what a rule is worth, what an option is worth, and which tactics dominate."""
