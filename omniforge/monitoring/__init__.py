"""For operators: health checks and metrics."""
