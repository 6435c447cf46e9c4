"""For operators: metrics, ids in log lines, traces."""
