"""Scheduled agents: due runs become queued turns. Retries and notices."""
