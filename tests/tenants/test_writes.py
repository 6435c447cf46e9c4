"""One limit bounds a person's changes per minute, over every interface."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from conversations.models import Conversation
from omniforge.projects.models import Project
from tests.clients import browser, program
from tests.factories import make_member
from tests.tenants.test_api import is_problem, post_json

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_writes(settings) -> None:
    settings.WRITES_PER_MINUTE = 2


def create_project(client: Client, name: str) -> int:
    return post_json(client, "/api/v1/projects/", {"name": name})


def test_write_beyond_the_limit_is_refused(ann):
    client = program(ann)
    assert [create_project(client, name).status_code for name in "abc"] == [201, 201, 429]
    refused = create_project(client, "d")
    assert is_problem(refused, 429, "rate_limited") and 0 < int(refused["Retry-After"]) <= 60
    assert "more than 2 changes in a minute" in json.loads(refused.content)["detail"]
    assert Project.objects.count() == 2


def test_reads_are_not_counted(ann):
    client = program(ann)
    assert {client.get("/api/v1/projects/").status_code for _ in range(5)} == {200}
    assert create_project(client, "a").status_code == 201


def test_keys_and_sessions_of_a_person_share_their_limit(ann, amy, bob):
    assert create_project(program(ann), "a").status_code == 201
    assert create_project(browser(ann), "b").status_code == 201
    assert create_project(program(ann), "c").status_code == 429
    assert {create_project(program(one), "d").status_code for one in (amy, bob)} == {201}


def test_workspaces_of_a_person_share_their_write_limit(ann, globex):
    there = make_member(globex, ann_user(ann))
    assert [create_project(program(who), "a").status_code for who in (ann, there, there)] == [201, 201, 429]


def ann_user(ann):
    from omniforge.tenants.models import User

    return User.objects.get(pk=ann.user_id)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_every_unsafe_method_counts_even_if_it_fails(ann, method):
    client = program(ann)
    codes = [getattr(client, method)("/api/v1/me/").status_code for _ in range(3)]
    assert codes[2] == 429 and 429 not in codes[:2]


def test_page_form_beyond_the_limit_is_refused_with_a_page(ann):
    client = browser(ann)
    sent = [client.post(reverse("settings"), {"name": "x"}) for _ in range(3)]
    assert sent[2].status_code == 429 and 0 < int(sent[2]["Retry-After"]) <= 60
    assert "more than 2 changes in a minute" in sent[2].content.decode()


def test_messages_do_not_count_as_writes(ann):
    client = program(ann)
    for _ in range(2):
        create_project(client, "a")
    chat = post_json(client, "/api/v1/chat", {})
    assert chat.status_code == 400
    assert Conversation.objects.count() == 0


def test_signed_out_writes_are_unauthorized_not_limited(db):
    assert [post_json(Client(), "/api/v1/projects/", {}).status_code for _ in range(4)] == [401] * 4
    stranger = Client(headers={"Authorization": "Bearer of_nothing"})
    assert [post_json(stranger, "/api/v1/projects/", {}).status_code for _ in range(4)] == [401] * 4


def test_write_limit_of_zero_is_unlimited(ann, settings):
    settings.WRITES_PER_MINUTE = 0
    client = program(ann)
    assert {create_project(client, f"{number}").status_code for number in range(5)} == {201}
