"""Command line, tournaments, training, discovery, reports."""
