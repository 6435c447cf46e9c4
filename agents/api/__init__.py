"""The API of agents and skills, under /api/v1/."""
