"""Reads and writes of runs and approvals as rows."""
