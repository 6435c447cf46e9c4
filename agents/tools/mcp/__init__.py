"""A workspace's Model Context Protocol servers, whose tools are offered beside our own.

The SDK costs 27 MB and most of a second, so only `client.py` and `oauth/` load it, to speak to a server.
Server descriptions and answers are untrusted data: capped, shown as text, and without any authority.
"""
