"""The page on which a workspace's MCP servers and a person's calendar are connected."""
