"""Battles to look at: narrated, as transcripts, and the demonstration."""
