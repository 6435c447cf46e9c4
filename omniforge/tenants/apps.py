from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save


class TenantsConfig(AppConfig):
    """Who owns what: tenants, people, keys, usage and audit."""

    name = "omniforge.tenants"
    label = "tenants"
    verbose_name = "Workspaces"

    def ready(self) -> None:
        """Let each tenant have an audit chain as long as it is there."""
        from omniforge.tenants import heads

        post_save.connect(heads.begin, sender="tenants.Tenant", dispatch_uid="audit-head")
        post_delete.connect(heads.end, sender="tenants.Tenant", dispatch_uid="audit-head")
