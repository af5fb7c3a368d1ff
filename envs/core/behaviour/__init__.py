"""How a behaviour decides: features, places, and the choice of the best plan."""
