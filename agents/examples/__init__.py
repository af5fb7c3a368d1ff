"""Whole programs that train and record with other libraries; each runs as ``python -m tactica.agents.examples.NAME``."""
