"""The faults: one small class each, with `begin` and `end`. faults/table.py says how often each runs."""
