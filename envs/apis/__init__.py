"""Environments for learning libraries: Gymnasium, vector environments, PettingZoo, Stable-Baselines3.

All of them share:

* **Copies.** ``pickle``, ``deepcopy`` and ``clone()`` continue byte for byte: an environment is made again with the same
  arguments and given a snapshot. The starts travel along, so scenario files may change. ``clone()`` shares Python
  policies with the original; the others copy them.
* **Infos at an end.** ``ending`` in words, ``result`` (``win``, ``draw``, ``loss``), ``rank``, ``ranks`` of all sides,
  ``rounds``, ``decisions``; for a learner's seat also ``seat``, ``opponents`` by name, ``row``, ``game``; ``reason``
  when it was forfeited.
* **Options of reset.** ``row``, the start of the pool; ``reset_mask`` of the vector environment. Anything else is an error
  that lists the options.
* **flat=True.** One float32 vector, by ``Layout.flatten``. The mask is then in infos, at every reset and step.
* **flat="varying".** The same vector without the numbers that the scenario holds constant: those of the map, of properties
  that last for a whole battle, and of empty rows and cells, if all its starts agree for every side (see
  ``engine/varying.py``). float32 (m,); ``env.flat_columns`` says what each of the m numbers is. Other starts may have other
  constants: give an evaluation ``flat=env.flat_columns`` and ``layout=env.layout`` to show the same numbers.
  A model trained on such a vector plays only in environments that show the same numbers; its file cannot be named as an
  opponent.
* **Defaults.** The scenario and opponent that the ruleset declares; wfrp1: ``small`` and ``charge``.
* **Layouts.** An action space carries its layout (``space.layout``), and checkpoints contain action spaces, so
  ``tactica.sb3.ModelPolicy`` knows which observations a model was trained on, and refuses one that no longer fits.

PettingZoo's agents see two keys, ``observation`` (a dict of ``grid``, ``units`` and ``context``) and ``action_mask``.
Infos hold the mask as well; with ``bare=True`` an agent sees the observation alone. In the parallel
environment the mask of an agent that waits allows only index 0, a no-op: no rule ever offers it. In the AEC environment it
is all zero, as in PettingZoo's own games.
"""
