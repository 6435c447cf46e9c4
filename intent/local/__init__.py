"""Understanding without a model: word lists, the exchange's context, a small linear model."""

from intent.local.analysis import analyse

__all__ = ["analyse"]
