"""For Stable-Baselines3: vectorised environments, and trained models as opponents."""

from .envs.apis.sb3 import ModelPolicy, make_sb3_vec

__all__ = ["ModelPolicy", "make_sb3_vec"]
