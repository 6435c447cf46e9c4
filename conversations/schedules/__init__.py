"""Standing agents: due runs become queued turns, and what becomes of them."""
