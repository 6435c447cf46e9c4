"""No page shows template syntax."""

import re
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client

from omniforge.tenants.models import User
from tests.site import ROOT
from tests.states import PASSWORD

TAG = re.compile(r"\{\{|\}\}|\{%|%\}|\{#|#\}")
LINK = re.compile(r'href="(/[^"#?]*)[^"]*"')
UNREAD = ("/static/", "/api/", "/admin/logout/", "/sign-out/")
MOST = 150  # pages


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_every_template_tag_ends_on_its_line(path):
    """Django doesn't parse multi-line tags: they are shown as text."""
    for line in path.read_text().splitlines():
        signs = TAG.findall(line)
        assert signs[::2] == [sign for sign in signs if sign[0] == "{"] and len(signs) % 2 == 0, line


@pytest.mark.django_db
def test_no_page_shows_an_unrendered_tag():
    """Every page of the demonstration workspace that a link leads to, from the first one on."""
    call_command("seed_demo", "--password", PASSWORD)
    client = Client()
    client.force_login(User.objects.get(email="maya@example.org"))
    pages = dict(_pages(client))
    assert {"/", "/agents/", "/projects/", "/runs/", "/schedules/", "/settings/"} <= set(pages)
    assert any(path.endswith("/trial/") for path in pages)
    assert [path for path, text in pages.items() if "{{" in text or "{%" in text] == []


@pytest.mark.django_db
def test_form_with_too_many_fields_is_a_413_page():
    page = Client().post("/sign-in/", {f"field{number}": "" for number in range(1_001)})
    assert page.status_code == 413 and "A form has at most 1,000 fields" in page.content.decode()


def _pages(client: Client) -> Iterator[tuple[str, str]]:
    seen, waiting = {"/"}, ["/"]
    for _ in range(MOST):
        if not waiting:
            return
        path = waiting.pop(0)
        answer = client.get(path, follow=True)
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        text = answer.content.decode()
        yield path, text
        new = {one for one in LINK.findall(text) if one not in seen and not one.startswith(UNREAD)}
        waiting += sorted(new)
        seen |= new
