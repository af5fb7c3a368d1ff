"""What learners call: Gymnasium, vector environments, PettingZoo, Stable-Baselines3."""
