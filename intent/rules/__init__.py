"""Understanding without a model: word lists, a reading of the exchange, and a small linear model over both."""

from intent.rules.analysis import analyse, chances

__all__ = ["analyse", "chances"]
