"""Agents find, read and write documents in the tree of a project, as far as their talk reaches."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.events import EntityPatched, Operation, SourcesCited
from agents.tools.kinds.documents import Metadata, WhichMetadata, _metadata
from agents.workspace.scope import Scope
from omniforge.database import in_database
from omniforge.ids import new_id
from omniforge.projects.focus import Focus
from omniforge.projects.models import Document, Project
from omniforge.projects.services import DocumentService, ProjectService
from tests.agents.tools.contexts import call_context, done, run_context, told
from tests.agents.workspace.calls import failed, given

pytestmark = pytest.mark.django_db(transaction=True)

SCAN = "# Scan\n\n## Acme\n\nTheir price is 9.\n\n## Globex\n\nFree.\n"


@pytest.fixture
def launch(ann) -> Project:
    """A project with Research > Rivals > Acme, and another Acme beside it."""
    project, documents = ProjectService(ann).create(name="Launch").row, DocumentService(ann)
    research = documents.create(project.pk, title="Research", description="What we found out").row
    rivals = documents.create(project.pk, title="Rivals", parent_id=research.pk).row
    documents.create(project.pk, title="Acme", parent_id=rivals.pk, content=SCAN)
    documents.create(project.pk, title="Acme", content="Our own shop.")
    return project


@pytest.fixture
def run(ann, launch):
    return run_context(ann, focus=Focus(launch.pk))


def operations(run):
    return [(one.action, one.entity_type, one.entity_name) for one in done(told(run))]


class TestReading:
    async def test_documents_are_listed_in_their_tree_without_content(self, run):
        listed = await given(run, "list_documents")
        assert [one["path"] for one in listed["documents"]] == [
            "Project context",
            "Research",
            "Research > Rivals",
            "Research > Rivals > Acme",
            "Acme",
        ]
        assert listed["documents"][3]["content_length"] == len(SCAN) and "price" not in str(listed)
        assert operations(run) == [("list", "document", "Launch")]

    async def test_a_long_list_comes_in_pages_and_a_branch_by_itself(self, run):
        first = await given(run, "list_documents", limit=4)
        assert (first["total"], first["next_start"]) == (5, 5)
        rest = await given(run, "list_documents", start=5)
        assert [one["title"] for one in rest["documents"]] == ["Acme"] and "next_start" not in rest
        branch = await given(run, "list_documents", below="Research")
        assert [one["title"] for one in branch["documents"]] == ["Rivals", "Acme"]

    async def test_a_document_three_levels_deep_is_read_by_its_path(self, run):
        text = await given(run, "read_document", document="rivals / acme")
        assert (text["text"], text["path"]) == (SCAN, "Research > Rivals > Acme")
        assert text["headings"] == ["# Scan", "## Acme", "## Globex"]
        (cited,) = [one for one in told(run) if isinstance(one, SourcesCited)]
        assert cited.sources[0].title == "Acme" and text["id"] in cited.sources[0].link

    async def test_one_section_is_read_by_its_heading(self, run):
        text = await given(run, "read_document", document="Rivals > Acme", section="globex")
        assert text["text"] == "## Globex\n\nFree.\n"

    async def test_several_that_fit_are_named_with_ids_and_none_with_what_there_is(self, run):
        said = await failed(run, "read_document", document="Acme")
        assert "'Acme' fits 2 of them: 'Research > Rivals > Acme' (document, id " in said
        said = await failed(run, "read_document", document="Prices")
        assert "There is no document 'Prices' here. Those that are: 'Project context', 'Research'" in said

    async def test_a_long_document_is_read_part_by_part(self, run, ann, launch):
        long = "".join(f"Line {number}\n" for number in range(3_000))
        await in_database(DocumentService(ann).create, launch.pk, title="Log", content=long)
        first = await given(run, "read_document", document="Log")
        rest = [
            await given(run, "read_document", document="Log", start=start)
            for start in range(first["next_start"], 4)
        ]
        assert first["text"] + "".join(one["text"] for one in rest) == long

    async def test_metadata_is_looked_up_in_one_query_for_all_and_without_content(self, ann, launch):
        ids = [one.pk async for one in Document.objects.order_by("id")]
        wanted = WhichMetadata(project_id=launch.pk, document_ids=[*ids, new_id()])
        found = await in_database(queried, wanted, Scope.of(call_context(ann)))
        assert [one.id for one in found.documents] == [str(one) for one in ids]
        assert set(found.documents[1].model_dump()) == {
            "id",
            "title",
            "description",
            "content_length",
            "updated_at",
        }
        assert found.documents[1].description == "What we found out" and len(found.missing) == 1


def queried(wanted: WhichMetadata, scope: Scope) -> Metadata:
    """Look metadata up, and assert that this takes one query."""
    with CaptureQueriesContext(connection) as queries:
        found = _metadata(wanted, scope)
    assert len(queries) == 1 and '"content"' not in queries[0]["sql"]
    return found


class TestWriting:
    async def test_new_knowledge_is_put_in_its_place_and_told_by_name(self, run, launch):
        made = await given(
            run, "create_document", title="Globex", parent="Rivals", content="Big.", position=0
        )
        assert made["entities_created"] == [made["id"]]
        await launch.arefresh_from_db()
        rivals = launch.doc_structure["root"][1]["children"][0]
        assert rivals["children"][0]["id"] == made["id"]
        events = told(run)
        assert done(events) == [Operation("create", "document", "Globex", "done", made["id"])]
        patched = [one for one in events if isinstance(one, EntityPatched)]
        assert [one.entity_type for one in patched] == ["document", "project"]

    async def test_a_section_is_written_and_the_rest_stays(self, run):
        await given(
            run,
            "write_section",
            document="Rivals > Acme",
            heading="Acme",
            content="Their price is 12.",
        )
        document = await Document.objects.aget(content_length=len(SCAN) + 1)
        assert document.content == SCAN.replace("price is 9.", "price is 12.")
        assert operations(run) == [("update", "document", "Acme")]

    async def test_an_old_version_is_refused(self, run):
        await given(run, "update_document", document="Research", title="Findings", version=1)
        said = await failed(run, "update_document", document="Findings", description="x", version=1)
        assert "is at version 2 by now" in said

    async def test_what_is_so_already_is_said_to_be_so(self, run):
        written = await given(run, "update_document", document="Research", title="Research")
        assert written["done"] == "unchanged" and operations(run) == []

    async def test_a_document_is_moved_with_all_below_it_and_deleted_without(self, run, launch):
        await given(run, "move_document", document="Rivals", position=0)
        assert operations(run) == [("move", "document", "Rivals")]
        await given(run, "delete_document", document="Rivals")
        await launch.arefresh_from_db()
        listed = await given(run, "list_documents")
        assert [one["path"] for one in listed["documents"]] == [
            "Acme",
            "Project context",
            "Research",
            "Acme",
        ]


class TestBorders:
    @pytest.fixture
    def podcast(self, ann) -> Document:
        project = ProjectService(ann).create(name="Podcast").row
        return DocumentService(ann).create(project.pk, title="Guests", content="Eve").row

    @pytest.mark.parametrize("by", ["title", "id", "project"])
    async def test_a_talk_about_one_project_writes_in_no_other(self, run, podcast, by):
        name = str(podcast.pk) if by == "id" else "Guests"
        arguments = {"project": "Podcast"} if by == "project" else {}
        said = await failed(run, "update_document", document=name, title="Mine", **arguments)
        assert "This conversation is about 'Launch', and 'Guests' is no part of it." in said
        assert "Do not try again" in said
        said = await failed(run, "create_document", title="New", project="Podcast")
        assert "'Podcast' is no part of it" in said
        await podcast.arefresh_from_db()
        assert podcast.title == "Guests" and not await Document.objects.filter(title="New").aexists()

    async def test_it_reads_in_another(self, run, podcast):
        assert (await given(run, "read_document", document="Guests"))["text"] == "Eve"

    async def test_it_writes_into_a_project_that_it_has_just_made(self, run):
        await given(run, "create_project", name="Second launch", context="Again, in June.")
        made = await given(run, "create_document", title="Plan", project="Second launch")
        assert made["done"] == "created"

    async def test_what_belongs_to_another_workspace_is_not_there(self, bob, launch):
        run = await in_database(run_context, bob)
        document = await Document.objects.filter(project=launch).afirst()
        for name in (str(document.pk), "Research"):
            assert f"There is no document '{name}' here. There are none" in await failed(
                run, "read_document", document=name
            )
            assert "There is no document" in await failed(run, "delete_document", document=name)
        listed = await failed(run, "list_documents", project=str(launch.pk))
        assert "There is no project" in listed
        found = await given(
            run, "get_document_metadata", project_id=str(launch.pk), document_ids=[str(document.pk)]
        )
        assert found["documents"] == []
