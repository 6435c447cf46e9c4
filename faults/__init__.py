"""Fault injection into real processes under load, and a checker that shares no code with the product.

table.py       the list of faults, and how often each runs
kinds/         the faults, one small class each
stage.py       the setup: two web processes, the worker, PostgreSQL, Redis, the model
model.py       the model, whose answers are numbered words
people.py      clients that send messages; readers.py: how they read, over any number of connections
journal.py     a log of what clients sent and received
stored.py      the database's contents, read without the product's code
checker.py     compares them with the promises; watched.py: one turn as one reader saw it
rounds.py      one fault, repeatedly
lanes.py       several faults in parallel, each on its own stage; progress.py: the remaining time
report.py      the table of a run, saved in faults/results/latest.md
"""
