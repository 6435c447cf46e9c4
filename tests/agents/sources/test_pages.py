"""Sources in Settings > Connections and over REST: added, checked, removed, with failures."""

import pytest
from django.urls import reverse

from agents.models import Source
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role, Tenant
from tests.clients import browser, program
from tests.factories import make_member
from tests.net.pages import Page, PageServer

pytestmark = pytest.mark.django_db
PAGE, API = "/settings/connections/", "/api/v1/sources/"


def fields(**given: str) -> dict[str, str]:
    return {f"source-{name}": value for name, value in given.items()}


def test_source_is_added_from_a_pasted_url(amy: Access, site: PageServer):
    form = fields(url=f"{site.url('/feed.xml')}?key=a-secret")
    shown = browser(amy).post(reverse("add-source"), form, follow=True).content.decode()
    assert "Source added." in shown and "heise-online" in shown and f"{site.host}/feed.xml" in shown
    assert "a-secret" not in shown


def test_failed_source_is_a_form_error_and_not_saved(ann: Access, site: PageServer):
    answer = browser(ann).post(reverse("add-source"), fields(url=site.url("/gone")))
    assert "answered 404" in answer.context["source_form"].errors["url"][0]
    assert not answer.context["server_form"].is_bound and not Source.objects.exists()


def test_failing_source_shows_its_error_until_a_check_succeeds(ann: Access, heise: Source, site: PageServer):
    good, site.pages["/feed.xml"] = site.pages["/feed.xml"], Page(status=404)
    check = reverse("check-source", args=["heise"])
    shown = browser(ann).post(check, follow=True).content.decode()
    assert 'role="alert"' in shown and "failing since" in shown and "answered 404" in shown
    site.pages["/feed.xml"] = good
    shown = browser(ann).post(check, follow=True).content.decode()
    assert "It can be read." in shown and "failing since" not in shown


def test_only_those_who_may_remove_a_source_have_the_button(
    ann: Access, amy: Access, acme: Tenant, heise: Source
):
    remove = reverse("remove-source", args=["heise"])
    assert remove in browser(ann).get(PAGE).content.decode()
    page = browser(amy).get(PAGE).content.decode()
    assert "heise" in page and remove not in page and "Add source" in page
    auditor = browser(make_member(acme, role=Role.AUDITOR))
    page = auditor.get(PAGE).content.decode()
    assert (
        "heise" in page and "Add source" not in page and reverse("check-source", args=["heise"]) not in page
    )
    auditor.post(remove)
    auditor.post(reverse("check-source", args=["heise"]))
    assert Source.objects.exists()
    assert "Source removed." in browser(ann).post(remove, follow=True).content.decode()


def test_source_is_created_checked_and_removed_over_rest(ann: Access, site: PageServer):
    client = program(ann)
    made = client.post(API, {"url": site.url("/feed.xml"), "slug": "heise"}, content_type="application/json")
    assert (
        made.status_code == 201
        and made.json()["items"] == 2
        and made.json()["where"] == f"{site.host}/feed.xml"
    )
    assert [one["slug"] for one in client.get(API).json()] == ["heise"]
    site.pages["/feed.xml"] = Page(status=404)
    refused = client.post(f"{API}heise/check/")
    assert refused.status_code == 422 and "answered 404" in refused.json()["detail"]
    assert client.get(API).json()[0]["error"].startswith("127.0.0.1 answered 404")
    assert client.delete(f"{API}heise/").status_code == 204 and client.get(API).json() == []


def test_rest_error_names_its_field(ann: Access, site: PageServer):
    refused = program(ann).post(API, {"url": site.url("/gone")}, content_type="application/json")
    assert refused.status_code == 400 and "answered 404" in refused.json()["errors"]["url"][0]
