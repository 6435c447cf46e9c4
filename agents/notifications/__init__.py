"""What leaves the house: messages to a workspace's web hooks, and mail."""
