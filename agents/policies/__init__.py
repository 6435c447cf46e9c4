"""What a workspace allows its agents: when a tool asks first, and spending limits."""
