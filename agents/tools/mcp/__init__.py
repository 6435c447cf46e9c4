"""Servers of the Model Context Protocol that a workspace has connected: their tools beside our own.

The SDK costs 27 MB and most of a second, so only `client.py` and `oauth/` load it, to speak to a server.
What servers say of themselves and answer is data: it is capped, shown as text, and decides nothing.
"""
