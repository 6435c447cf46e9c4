"""The audit site's lists take their own filters. Other query parameters are refused or dropped."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.urls import reverse

from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.tenants.models import UsageRecord
from tests.clients import browser
from tests.factories import make_api_key
from tests.tenants.turns import make_turn, overseer

pytestmark = pytest.mark.django_db
LISTS = {
    model: f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
    for model in admin.site._registry
}
# Values on which each lookup could fail; more values would only run the same code again.
OWN = {
    "__exact": ("a", "", "9" * 400, "%ED%A0%80", "{"),
    "__isnull": ("a", ""),
    "__gte": ("a", "", "0001-01-01 00:00:00+14:00", "9999-12-31 23:59:59-14:00"),
}
FOREIGN = ("__range", "__has_key")
SEARCH = {"q": "'\"%_\\"}
# Read before anything of a list's own model is: two lists stand for all.
ODD = [
    {"q": " ".join(["word"] * 3_000)},
    {"q": "x" * 100_000},
    {"o": "999.-999.a.."},
    {"p": "-1"},
    {"p": "9" * 30},
    {"all": ""},
    {"e": "1"},
    {"_to_field": "pk"},
    {"_to_field": "nothing"},
    {"_popup": "1"},
    {"_facets": "x"},
    {"workspace": "nobody"},
    {"nothing": "1"},
    {"tenant__slug__regex": "("},
]


@pytest.fixture
def client(acme, ann, amy):
    """An overseer's browser, on a site with rows to filter; a server's error is an answer as any other."""
    make_turn(amy)
    make_api_key(amy)
    UsageRecord.objects.create(tenant_id=acme.pk, purpose="reply", provider="p", model="m")
    project = ProjectService(ann).create(name="Launch").row
    DocumentService(ann).create(project.pk, title="Note")
    EntityService(ann, Kind.TASK).create(project.pk, title="Write")
    client = browser(overseer(acme))
    client.raise_request_exception = False
    return client


def questions() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield lists with what may stand in their addresses: each own filter once, and each kind of field, own
    filter or not, with all that its lookups could stumble over.
    """
    seen = set()
    for model, name in LISTS.items():
        filters = admin.site.get_model_admin(model).list_filter
        for field in model._meta.get_fields():
            is_own, is_new = field.name in filters, (type(field), field.name in filters) not in seen
            seen.add((type(field), is_own))
            if is_own:
                odd = ((lookup, value) for lookup in OWN for value in OWN[lookup])
                lookups = odd if is_new else [("__exact", "{")]
                yield from ((name, {f"{field.name}{lookup}": value}) for lookup, value in lookups)
            if is_new:
                yield from ((name, {f"{field.name}{lookup}": "a"}) for lookup in FOREIGN)
        yield name, SEARCH
        yield from ((name, query) for query in ODD if model in list(LISTS)[::8])


def test_no_filter_value_causes_a_server_error(client):
    answers = ((name, query, client.get(reverse(name), query).status_code) for name, query in questions())
    assert [answer for answer in answers if answer[2] not in (200, 302, 400)] == []


@pytest.mark.parametrize("query", [{"slug__range": "a"}, {"tenant__slug": "acme"}, {"pk": "1"}])
def test_unlisted_filter_is_refused(query, client):
    assert client.get(reverse("admin:agents_agentdefinition_changelist"), query).status_code == 400


def test_listed_filters_are_accepted(client):
    path = reverse("admin:agents_agentrun_changelist")
    for query in ({"status__exact": "failed"}, {"workspace": "acme"}, {"q": "word"}):
        assert client.get(path, query).status_code == 200


def test_autocomplete_is_not_found(client, caplog):
    asked = {"app_label": "tenants", "model_name": "auditentry", "field_name": "user", "term": "a"}
    assert client.get("/admin/autocomplete/", asked).status_code == 404
    assert "Traceback" not in caplog.text


def test_lists_have_plain_names(client):
    page = client.get(reverse("admin:index")).content.decode()
    for name in ("Workspaces", "API keys", "Audit log entries", "Entities", "Agents", "Skills"):
        assert f">{name}</a>" in page
    assert "Entitys" not in page and "Api keys" not in page
