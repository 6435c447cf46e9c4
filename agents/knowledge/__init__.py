"""Answers from the workspace's documents: guarded, retrieved, judged, cited (seed 004)."""
