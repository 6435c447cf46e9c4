"""Incoming web hooks: secret addresses at which programs elsewhere start an agent."""
