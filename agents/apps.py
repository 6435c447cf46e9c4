from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """Who does it: the master agent, the agents and skills of a tenant, and their runs."""

    name = "agents"
