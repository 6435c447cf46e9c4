"""Real processes, broken again and again while people talk; a checker that shares no code with the product.

table.py       which faults there are, and how often each runs
kinds/         the faults, a small class each
stage.py       what runs: two web processes, the worker, PostgreSQL, Redis, the model
model.py       the model, whose answers are numbered words
people.py      who talks; readers.py: how they read, over as many connections as it takes
journal.py     what they asked and were told
stored.py      what the database holds, read past the product
checker.py     whether that is what was promised; watched.py: one turn as one reader saw it
rounds.py      one fault, again and again
lanes.py       several faults side by side, each on a stage of its own; progress.py: how long the rest takes
report.py      the table of a run, kept in faults/results/latest.md
"""
