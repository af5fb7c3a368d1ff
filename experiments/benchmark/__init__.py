"""The benchmark: fixed tasks with a version, results that anyone can play again, and tables with intervals.

tasks.py    tasks as ``configs/benchmark/v1.yaml`` declares them
playing.py  plays a task, for one agent or several training seeds of a method
result.py   the result, as it is written to a file, read and checked
page.py     the table of each task, as Markdown and as a page
"""
