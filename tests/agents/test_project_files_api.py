"""Imported files and a project's export over REST."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from omniforge.projects.services import ProjectService
from omniforge.projects.titles import title_paths
from omniforge.tenants.access import Access
from tests.clients import program

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(ann: Access):
    return ProjectService(ann).create(name="Launch", context="In May.").row


def send(access: Access, project, files: dict[str, str], **fields):
    uploads = [SimpleUploadedFile(name, text.encode()) for name, text in files.items()]
    return program(access).post(f"/api/v1/projects/{project.pk}/import/", {"files": uploads, **fields})


def paths_in(access: Access, project) -> set[tuple[str, ...]]:
    return {tuple(path) for path in title_paths(ProjectService(access).read(project.pk)).values()}


def test_imported_files_become_documents_at_their_paths(ann, project):
    sent = send(
        ann,
        project,
        {"a.md": "Two rivals.", "b.txt": "Notes", "c.exe": "MZ"},
        paths=["Research/Rivals.md", "b.txt", "c.exe"],
    )
    assert sent.status_code == 201
    assert len(sent.json()["entities_created"]) == 3
    assert "c.exe" in sent.json()["left_out"][0]
    assert {("Research", "Rivals"), ("b",)} <= paths_in(ann, project)


def test_exported_zip_is_imported_into_another_project(ann, project):
    send(ann, project, {"Rivals.md": "Two rivals."})
    exported = program(ann).get(f"/api/v1/projects/{project.pk}/export/")
    assert exported["Content-Disposition"] == 'attachment; filename="Launch.zip"'
    names = zipfile.ZipFile(io.BytesIO(exported.content)).namelist()
    assert "Rivals.md" in names
    other = ProjectService(ann).create(name="Again").row
    upload = SimpleUploadedFile("Launch.zip", exported.content)
    program(ann).post(f"/api/v1/projects/{other.pk}/import/", {"files": [upload]})
    assert paths_in(ann, other) == paths_in(ann, project)


@pytest.mark.parametrize(
    ("files", "fields", "said"),
    [
        ({}, {}, "files"),
        ({"a.md": "x"}, {"paths": ["a.md", "b.md"]}, "one path for each file"),
        ({"a.exe": "x"}, {}, "Nothing was imported"),
        ({"a.md": "x"}, {"parent_id": "me"}, "parent_id"),
    ],
)
def test_invalid_upload_is_refused_with_the_reason(ann, project, files, fields, said):
    refused = send(ann, project, files, **fields)
    assert refused.status_code == 400 and refused["Content-Type"] == "application/problem+json"
    assert said in refused.json()["detail"]


def test_strangers_can_neither_import_nor_export(bob, project):
    assert send(bob, project, {"a.md": "x"}).status_code == 404
    assert program(bob).get(f"/api/v1/projects/{project.pk}/export/").status_code == 404
