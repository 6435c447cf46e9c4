"""The pages of agents and skills."""
