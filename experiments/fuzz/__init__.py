"""Random play that looks for broken rules."""
