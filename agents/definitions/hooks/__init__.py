"""Incoming web hooks: secret addresses at which external programs start an agent."""
