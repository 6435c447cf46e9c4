"""Scheduled agents: due runs become queued turns; retries and notices."""
