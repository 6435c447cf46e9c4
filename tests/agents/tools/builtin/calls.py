"""Calls of the tools that models are offered, through the gate."""

from tests.agents.workspace.calls import call, failed, given

__all__ = ["call", "failed", "given"]
