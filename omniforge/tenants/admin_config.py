"""Django admin as the audit site, with the site's own sign-in."""

from django.contrib.admin.apps import AdminConfig


class AuditAdminConfig(AdminConfig):
    """Replaces Django's own admin site by AuditSite."""

    default_site = "omniforge.tenants.admin_site.AuditSite"
