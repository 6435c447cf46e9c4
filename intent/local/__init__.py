"""Understanding without a model: word lists, a reading of the exchange, a small linear model."""

from intent.local.analysis import analyse

__all__ = ["analyse"]
