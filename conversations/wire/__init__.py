"""What goes between server and client: frames, events as JSON, groups of sockets."""
