"""Scenarios, behaviours, training recipes and JSON Schemas."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent
"""Where they lie."""
