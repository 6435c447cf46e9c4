"""One event log for all web processes: what each of them writes goes to Redis, where the others read it."""
