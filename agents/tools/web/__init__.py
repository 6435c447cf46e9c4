"""The web as agents see it: pages as text, and search through the provider that the operator has chosen."""
