"""What commands do: one module a family. A handler takes a command's slots, calls tools and words the answer.

No handler reads words: that is done in `intent`, before.
"""

from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Question, Task

__all__ = ["Answer", "NoSuchTarget", "Question", "Task", "handles"]
