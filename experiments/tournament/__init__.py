"""Tournaments: any players, scenarios and rulesets, paired games, ratings with intervals, results as parquet.

plan.py        the schedule: chunks of pairs, interleaved in growing rounds
manifest.py    what is played under which rules, and whether a folder may be continued
arena.py       plays a chunk
store.py       chunks as files that are there whole or not at all
run.py         all chunks, in any number of processes, stopped and gone on with at any time
watching.py    observers of the progress, which may stop it
pairs.py       all games as arrays, and their clusters
cyclic.py      whether any order of the players is right; Nash mixture and alpha-rank where none is
standing.py    ranking, pairings, scenarios, seats, profiles
again.py       a game of a tournament once more, as a replay
instructive.py the games worth looking at
"""
