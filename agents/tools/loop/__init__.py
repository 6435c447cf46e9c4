"""The tools that steer a model's own work: a visible plan, delegated parts, rare tools."""
