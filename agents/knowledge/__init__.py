"""Answers from the workspace's documents: guarded, retrieved, graded, cited (seed 004)."""
