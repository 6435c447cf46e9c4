from django.apps import AppConfig


class TenantsConfig(AppConfig):
    """Who owns what: tenants, people, keys, usage and audit."""

    name = "omniforge.tenants"
    label = "tenants"
