"""The wire format: frames, events as JSON, groups of sockets."""
