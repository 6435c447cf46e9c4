"""How a language model is called: `Models` is the way in, `errors` are its failures."""

from omniforge.llm.models import Models

__all__ = ["Models"]
