"""What is observed: the catalogue of all numbers, the shapes of observations and choices, and what a side knows."""

from .catalogue import ObservationField

__all__ = ["ObservationField"]
