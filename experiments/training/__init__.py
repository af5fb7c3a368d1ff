"""Training opponents by recipe: cloned from a behaviour, then masked PPO against a league; the best network is saved."""
