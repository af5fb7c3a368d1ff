"""For Stable-Baselines3: vectorised environments, a policy that sees the structure of positions, trained models as opponents."""

from .agents.learned import EntityPolicy, PairedEvaluation, WholeNumbers, network_of
from .agents.models import ModelPolicy
from .envs.apis.sb3 import make_sb3_vec

__all__ = ["EntityPolicy", "ModelPolicy", "PairedEvaluation", "WholeNumbers", "make_sb3_vec", "network_of"]
