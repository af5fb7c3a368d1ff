"""What each option is worth: forbid it, encourage it, take it away, and see what that does to the results."""

from .playing import worth
from .rosters import rosters

__all__ = ["rosters", "worth"]
