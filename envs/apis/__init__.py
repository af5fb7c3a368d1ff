"""What learners call: Gymnasium, vector environments, PettingZoo, Stable-Baselines3.

What holds for all of them:

* **Copies.** ``pickle``, ``deepcopy`` and ``clone()`` continue byte for byte: an environment is made again with the same
  arguments and given a snapshot. The starts travel along, so scenario files may change. ``clone()`` shares Python
  policies with the original; the others copy them.
* **Infos at an end.** ``ending`` in words, ``result`` (``win``, ``draw``, ``loss``), ``rank``, ``ranks`` of all sides,
  ``rounds``, ``decisions``; for a learner's seat also ``seat``, ``opponents`` by name, ``row``, ``game``; ``reason``
  when it was forfeited.
* **Options of reset.** ``row``, the start of the pool; ``reset_mask`` of the vector environment. Anything else is an
  error that lists what there is.
* **flat=True.** One float32 vector, by ``Layout.flatten``. The mask is then in infos, at every reset and step.
* **flat="varying".** The same vector without the numbers that the scenario holds constant: those of the map, of what lasts for
  a whole battle and of empty rows and cells, where all its starts agree, whichever side looks (``engine/varying.py`` says how
  that is decided; nothing is tried out). float32 (m,); ``env.flat_columns`` says what each of the m numbers is. Other starts
  may hold others constant: give an evaluation ``flat=env.flat_columns`` and ``layout=env.layout`` to show the same numbers.
  A model trained so plays in such environments only, and not as an opponent by file.
* **Nothing given.** The scenario and opponent the ruleset declares; wfrp1: ``small`` and ``charge``.
* **Layouts.** An action space has its layout with it (``space.layout``), and checkpoints keep action spaces: so
  ``tactica.sb3.ModelPolicy`` knows what a model was trained to see, and refuses one that no longer fits.

PettingZoo's agents see two keys, ``observation`` (a dict of ``grid``, ``units`` and ``context``) and ``action_mask``.
Infos hold the mask as well; with ``bare=True`` an agent sees the observation alone. In the parallel
environment the mask of an agent that waits allows only index 0, a no-op: no rule ever offers it. In the AEC environment it
is all zero, as in PettingZoo's own games.
"""
