"""Runs and approvals as rows: what is stored of them, read and written."""
