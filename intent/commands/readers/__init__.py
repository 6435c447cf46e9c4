"""Readers of slots, by what they read. Each module registers its types; all are loaded by themselves."""
