"""Orders about agents and skills."""
