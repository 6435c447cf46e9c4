"""Command handlers, one module per family: each takes a command's slots, calls tools and words the answer.

Handlers never parse words. `intent` does that before.
"""
