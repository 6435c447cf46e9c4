"""Calling language models: `Models` is the entry point, `errors` has its exceptions."""

from omniforge.llm.models import Models

__all__ = ["Models"]
