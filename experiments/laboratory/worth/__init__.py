"""What each option is worth: forbid it, encourage it, take it away, and see what that does to the results."""

from .composing import rosters
from .playing import worth

__all__ = ["rosters", "worth"]
