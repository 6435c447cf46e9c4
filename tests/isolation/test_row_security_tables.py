"""Every table has row level security, or is listed as an exception with the reason."""

from django.apps import apps

from omniforge.storage.row_security.policies import LEFT_OUT, rules


def test_every_table_has_a_policy_or_is_listed_as_exempt():
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert sorted([*rules(), *LEFT_OUT]) == sorted(tables)


def test_only_search_tables_of_tenants_are_exempt():
    left_out = [model for model in apps.get_models() if model._meta.db_table in LEFT_OUT]
    of_tenants = {model._meta.db_table for model in left_out if hasattr(model, "tenant_id")}
    assert of_tenants == {"projects_passage", "conversations_searchentry"}
