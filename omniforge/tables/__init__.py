"""Exact computation: arithmetic, units, dates, zones, and tables."""
