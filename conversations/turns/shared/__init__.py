"""One event log for all web processes: each writes its events to Redis, and the others read them there."""
