"""What an operator is told of a process while it works: figures, the ids in log lines, traces."""
