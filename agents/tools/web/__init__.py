"""The web for agents: pages as text, and search through the operator's provider."""
