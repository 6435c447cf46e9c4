"""Understanding without a model: word lists, a reading of the exchange, a small linear model."""

from intent.local.analysis import analyse, chances

__all__ = ["analyse", "chances"]
