"""Django admin as the audit site: entered by the site's own door."""

from django.contrib.admin.apps import AdminConfig


class AuditAdminConfig(AdminConfig):
    """Puts AuditSite in the place of Django's own admin site."""

    default_site = "omniforge.tenants.admin_site.AuditSite"
