"""A project's export is complete, and can be imported unchanged."""

import csv
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.tools.workspace.archives import IncomingFile
from agents.tools.workspace.export import export_project
from agents.tools.workspace.file_import import import_files
from omniforge.errors import NotFound
from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models import Document, Project
from omniforge.projects.selectors import get_project
from omniforge.projects.services import DocumentService, EdgeService, EntityService, ProjectService, Ref
from omniforge.projects.services.batch_creation import Draft, plant
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.factories import make_member, make_tenant

pytestmark = pytest.mark.django_db

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], include_characters="\n\r\t"))
TITLES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=90)
TITLE = st.one_of(TITLES, st.sampled_from(["Plan", "plan", "a/b", "..", "tables", "con: *?", "x.md", "😀"]))
TITLED = TITLE.map(lambda title: " ".join(title.split())).filter(bool)
CONTENT = st.one_of(TEXT, st.sampled_from(["---\ntitle: x\n---\n", "\n\n# A\r\n", "---"]))


def trees(below):
    made = st.builds(Draft, title=TITLED, content=CONTENT, description=TEXT, children=below)
    return st.lists(made, max_size=4).map(tuple)


TREES = st.recursive(st.just(()), trees, max_leaves=6)


def told(access: Access, project: Project) -> list:
    """Return a project's documents as a tree of what people see."""
    documents = {str(one.pk): one for one in Document.objects.filter(project=project, deleted_at=None)}

    def tree(nodes):
        return [
            (one.role, one.title, one.description, one.content, tree(node["children"]))
            for node in nodes
            for one in [documents[node["id"]]]
        ]

    return tree(get_project(access, project.pk).doc_structure["root"])


def again(access: Access, project: Project) -> Project:
    """Return a new project with another one's export imported."""
    copy = ProjectService(access).create(name="Copy").row
    archive = IncomingFile("export.zip", export_project(access, project.pk))
    import_files(access=access, project_id=copy.pk, files=[archive])
    return copy


@given(TREES, st.text("ab\n", min_size=1))
@settings(max_examples=25)
def test_exported_project_is_imported_back_unchanged(drafts, context):
    access = make_member(make_tenant(), role=Role.OWNER)
    project = ProjectService(access).create(name="Launch", context=context).row
    if drafts:
        plant(access=access, project_id=project.pk, parent_id=None, drafts=drafts)
        anchor = Document.objects.get(project=project, role="context")
        DocumentService(access).move(anchor.pk, parent_id=None)
    assert told(access, again(access, project)) == told(access, project)


def names(archive: bytes) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(archive)).namelist()


def table(archive: bytes, name: str) -> list[list[str]]:
    text = zipfile.ZipFile(io.BytesIO(archive)).read(name).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_export_has_documents_in_folders_and_work_in_tables(ann):
    project = ProjectService(ann).create(name="Launch").row
    above = DocumentService(ann).create(project.pk, title="Research: rivals").row
    DocumentService(ann).create(project.pk, title="Acme", parent_id=above.pk, content="9 euros")
    task = EntityService(ann, Kind.TASK).create(project.pk, title="=HYPERLINK(1)", description="@x").row
    risk = EntityService(ann, Kind.RISK).create(project.pk, title="Late", fields={"impact": "high"}).row
    EdgeService(ann).create(Ref(Kind.TASK, task.pk), Relation.MITIGATES, Ref(Kind.RISK, risk.pk))
    archive = export_project(ann, project.pk)
    assert sorted(names(archive)) == [
        "Project context.md",
        "Research rivals.md",
        "Research rivals/Acme.md",
        "tables/links.csv",
        "tables/risks.csv",
        "tables/tasks.csv",
    ]
    assert table(archive, "tables/tasks.csv")[1][:5] == ["'=HYPERLINK(1)", "todo", "", "", "'@x"]
    assert table(archive, "tables/risks.csv")[0][-3:] == ["probability", "impact", "mitigation"]
    assert table(archive, "tables/links.csv")[1] == ["'=HYPERLINK(1)", "task", "mitigates", "Late", "risk"]


def test_export_excludes_the_trash_and_refuses_strangers(ann, bob):
    project = ProjectService(ann).create(name="Launch").row
    gone = DocumentService(ann).create(project.pk, title="Gone").row
    DocumentService(ann).delete(gone.pk)
    assert names(export_project(ann, project.pk)) == ["Project context.md"]
    with pytest.raises(NotFound):
        export_project(bob, project.pk)
