"""Titles are decrypted once, and again only if they changed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from omniforge.projects.models import Project
from omniforge.projects.services import DocumentService
from omniforge.projects.titles import titles_of, tree_titles
from omniforge.tenants.access import Access

pytestmark = pytest.mark.django_db


def told(project: Project) -> set[str]:
    return {known.title for known in titles_of(Project.objects.get(pk=project.pk)).values()}


def test_cached_titles_cost_no_query(launch: Project, django_assert_num_queries):
    titles_of(launch)
    with django_assert_num_queries(0):
        assert {known.title for known in titles_of(launch).values()} == {"Project context"}


def test_titles_are_refreshed_only_for_changed_documents(ann: Access, launch: Project):
    documents = DocumentService(ann)
    note = documents.create(launch.pk, title="Note").row
    gone = documents.create(launch.pk, title="Gone").row
    assert told(launch) == {"Project context", "Note", "Gone"}
    documents.update(note.pk, title="Notes")
    documents.delete(gone.pk)
    changed = Project.objects.get(pk=launch.pk)
    with CaptureQueriesContext(connection) as queries:
        titles_of(changed)
    assert str(note.pk.hex) in queries[-1]["sql"] and len(queries) == 2
    assert told(launch) == {"Project context", "Notes"}


def test_document_deleted_after_reading_the_tree_has_no_title(ann: Access, launch: Project):
    note = DocumentService(ann).create(launch.pk, title="Note").row
    before = Project.objects.get(pk=launch.pk)
    DocumentService(ann).delete(note.pk)
    assert [node["title"] for node in tree_titles(before)["root"]] == ["Project context", ""]
