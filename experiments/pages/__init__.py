"""Tables of the documents that are written from what they list: commands, behaviours, scenarios.

A table stands in its page between two marks, `<!-- NAME:begin -->` and `<!-- NAME:end -->`; ``make generated`` rewrites it.
"""
