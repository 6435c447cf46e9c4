"""Calculations with numbers, units and dates."""
