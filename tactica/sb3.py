"""For Stable-Baselines3: vectorised environments, and trained models as opponents."""

from .agents.models import ModelPolicy
from .envs.apis.sb3 import make_sb3_vec

__all__ = ["ModelPolicy", "make_sb3_vec"]
