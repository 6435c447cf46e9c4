"""What agents can do. A tool is code: `registry.py` knows all of them, `gate.py` is the one way to call."""
