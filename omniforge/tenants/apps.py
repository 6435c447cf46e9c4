from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_delete, post_save


class TenantsConfig(AppConfig):
    """Who owns what: tenants, people, keys, usage and audit."""

    name = "omniforge.tenants"
    label = "tenants"
    verbose_name = "Workspaces"

    def ready(self) -> None:
        """Connect signals for audit chains and sign-ins. Register the checks of row level security."""
        from omniforge.storage.row_security import checks  # noqa: F401
        from omniforge.tenants import browser_sessions, heads

        user_logged_in.connect(browser_sessions.note_sign_in, dispatch_uid="note-sign-in")

        post_save.connect(heads.begin, sender="tenants.Tenant", dispatch_uid="audit-head")
        post_delete.connect(heads.end, sender="tenants.Tenant", dispatch_uid="audit-head")
