"""Command handlers, one module per family: each takes a command's slots, calls tools and words the answer.

Handlers never parse words. `intent` does that before.
"""

from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task

__all__ = ["Answer", "NoSuchTarget", "Question", "Task", "handles"]
