from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """The master agent, the agents and skills of a tenant, and their runs."""

    name = "agents"

    def ready(self) -> None:
        from agents.definitions.schedules.due import reschedule_all
        from agents.tools.mcp.leaving_members import forget_sign_ins
        from omniforge.tenants.signals import member_left, time_zone_changed

        time_zone_changed.connect(reschedule_all)
        member_left.connect(forget_sign_ins)
