"""Stand-ins for trained models: no torch, the same way of being asked."""

from __future__ import annotations

import numpy as np


class Pupil:
    """Takes the legal choice its weight points to; counts what it is asked."""

    def __init__(self, observation_space, action_space):
        self.observation_space, self.action_space = observation_space, action_space
        self.weight = np.zeros(1)
        self.seen = []

    def predict(self, observation, deterministic=False, action_masks=None):
        self.seen.append(observation)
        nth = np.array([int(self.weight[0]) % int(row.sum()) for row in action_masks])
        return np.array([np.flatnonzero(row)[k] for row, k in zip(action_masks, nth, strict=True)]), None


class Forgetful:
    """Takes no mask and no state, and always answers 0, which is never legal."""

    def __init__(self, observation_space, action_space):
        self.observation_space, self.action_space = observation_space, action_space

    def predict(self, observation, state=None, episode_start=None, deterministic=False):
        return np.zeros(len(observation["context"]), np.int64), None


class Rememberer:
    """Recurrent: its state counts how often it has been asked in a game; episodes begin at 0."""

    def __init__(self, observation_space, action_space):
        self.observation_space, self.action_space = observation_space, action_space
        self.counts = []  # what it knew at each question
        self.started = []

    def predict(self, observation, state=None, episode_start=None, deterministic=False, action_masks=None):
        count = len(action_masks)
        if state is None:
            state = (np.zeros((1, count, 2), np.float32), np.zeros((1, count, 3), np.float32))
        kept = (~episode_start).astype(np.float32)[None, :, None]
        first, second = state[0] * kept, state[1] * kept
        self.counts.append(first[0, :, 0].copy())
        self.started.append(np.array(episode_start))
        return action_masks.argmax(1), (first + 1, second + 2)
