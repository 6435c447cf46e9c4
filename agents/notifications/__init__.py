"""Outgoing messages: to a workspace's web hooks, and mail."""
