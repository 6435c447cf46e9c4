"""The tables with policies, and the condition by which a row belongs to a workspace."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model

_OURS = "nullif(current_setting('omniforge.tenant', true), '')::uuid"
_OF_SITE = "It belongs to the site or to a person's account, in whichever workspace."
_INDEXED = "A policy comes before operators that aren't leakproof, so its index of words would go unused."
LEFT_OUT = {
    "projects_passage": _INDEXED,
    "conversations_searchentry": _INDEXED,
    **dict.fromkeys(
        (
            "auth_group",
            "auth_group_permissions",
            "auth_permission",
            "django_admin_log",
            "django_content_type",
            "django_session",
            "tenants_auditkey",
            "tenants_authenticatorapp",
            "tenants_browsersession",
            "tenants_encryptioncanary",
            "tenants_issueraccount",
            "tenants_passkey",
            "tenants_recoverycode",
            "tenants_user",
            "tenants_user_groups",
            "tenants_user_user_permissions",
        ),
        _OF_SITE,
    ),
}
_BY_ID = ("tenants_tenant", "tenants_audithead")  # tables whose row ids are workspace ids


def rules() -> dict[str, str]:
    """Return the policies' conditions by table. Raises LookupError for a table that has neither a
    condition nor an explicit exemption.
    """
    models: list[type[Model]] = list(apps.get_models(include_auto_created=True))
    return {_table(model): _rule(model) for model in models if _table(model) not in LEFT_OUT}


def _rule(model: type[Model]) -> str:
    if _table(model) in _BY_ID:
        return f"id = {_OURS}"
    for field in _keys(model):
        if field.name == "tenant":
            return f"{field.column} = {_OURS}"
    for field in _keys(model):
        parent = _table(field.related_model)
        if parent not in LEFT_OUT and not field.null:
            own = f"{_table(model)}.{field.column}"
            return f"EXISTS (SELECT 1 FROM {parent} AS parent WHERE parent.id = {own})"
    raise LookupError(f"Say in {__name__} whose the rows of {_table(model)} are, or leave it out.")


def _keys(model: type[Model]) -> "Iterator[Field[Any, Any]]":
    return (field for field in model._meta.concrete_fields if isinstance(field, ForeignKey))


def _table(model: Any) -> str:
    return str(model._meta.db_table)
