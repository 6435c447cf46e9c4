"""The page of the chat: what it is sent with, and to whom."""

import json
import re
from typing import Any

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from conversations.models import Conversation, Message, MessageRole
from omniforge.projects.kinds import Kind
from omniforge.projects.services import EntityService, ProjectService
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from tests.clients import browser


def visit(access: Access, path: str = "/") -> Any:
    return browser(access).get(path)


def first_data(answer: Any) -> dict[str, Any]:
    found = re.search(
        r'<script id="first-data" type="application/json">(.*?)</script>', answer.content.decode()
    )
    assert found
    return json.loads(found[1])


def make_conversation(access: Access, title: str, *said: str) -> Conversation:
    conversation = Conversation.objects.create(
        tenant_id=access.tenant_id, user_id=access.user_id, title=title
    )
    for sequence, content in enumerate(said, start=1):
        role = MessageRole.USER if sequence % 2 else MessageRole.ASSISTANT
        Message.objects.create(conversation=conversation, sequence=sequence, role=role, content=content)
    return conversation


def test_a_stranger_is_sent_to_the_door_and_comes_back(client: Client, ann: Access) -> None:
    path = f"/c/{new_id()}/"
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={path}")


def test_a_new_chat_comes_with_the_conversations_and_no_messages(ann: Access) -> None:
    make_conversation(ann, "Budget", "What is left?")
    first = first_data(visit(ann))
    assert first["conversation"] is None
    assert [item["title"] for item in first["conversations"]["results"]] == ["Budget"]
    assert first["messages"] == {"next": None, "results": []}


def test_a_conversation_comes_with_its_messages(ann: Access) -> None:
    conversation = make_conversation(ann, "Budget", "What is left?", "Forty dollars.")
    first = first_data(visit(ann, f"/c/{conversation.pk}/"))
    assert first["conversation"]["id"] == str(conversation.pk)
    assert [message["content"] for message in first["messages"]["results"]] == [
        "What is left?",
        "Forty dollars.",
    ]


def test_a_missing_conversation_and_a_strangers_are_the_same_404(
    ann: Access, amy: Access, bob: Access
) -> None:
    theirs = make_conversation(ann, "Only Ann's", "A secret")
    answers = [visit(bob, f"/c/{theirs.pk}/"), visit(amy, f"/c/{theirs.pk}/"), visit(bob, f"/c/{new_id()}/")]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert len({answer.content for answer in answers}) == 1
    assert b"There is nothing here" in answers[0].content


def test_markup_in_a_title_cannot_leave_the_data(ann: Access) -> None:
    title = "</script><script>alert(1)</script>"
    conversation = make_conversation(ann, title, title)
    answer = visit(ann, f"/c/{conversation.pk}/")
    assert b"<script>alert(1)" not in answer.content
    assert first_data(answer)["conversation"]["title"] == title


def test_the_page_costs_the_same_queries_however_much_there_is(
    ann: Access, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(12):
        make_conversation(ann, f"Conversation {number}", *["said"] * 10)
    conversation = make_conversation(ann, "Long", *["said"] * 60)
    client = browser(ann)
    with django_assert_max_num_queries(16):
        assert client.get(f"/c/{conversation.pk}/").status_code == 200


def test_a_new_chat_is_about_what_its_link_names(ann: Access, bob: Access) -> None:
    project = ProjectService(ann).create(name="Launch", context="In May.").row
    task = EntityService(ann, Kind.TASK).create(project.pk, title="Print the signs").row
    assert first_data(visit(ann))["focus"]["scope"] == "global"
    assert first_data(visit(ann, f"/?project={project.pk}"))["focus"]["project"] == "Launch"
    link = f"/?project={project.pk}&type=task&id={task.pk}"
    assert first_data(visit(ann, link))["focus"]["name"] == "Print the signs"
    wrong = [f"/?project={new_id()}", f"/?project={project.pk}&type=goal&id={task.pk}", "/?project=none"]
    assert [visit(ann, one).status_code for one in wrong] == [404, 404, 404]
    assert visit(bob, link).status_code == 404


def test_a_conversation_comes_with_what_it_is_about(ann: Access) -> None:
    project = ProjectService(ann).create(name="Launch", context="In May.").row
    conversation = make_conversation(ann, "Signs", "What is open?")
    Conversation.objects.filter(pk=conversation.pk).update(project=project)
    assert first_data(visit(ann, f"/c/{conversation.pk}/"))["focus"]["project"] == "Launch"
