"""Agents and skills as people define them: their fields, versions, schedules and names."""
