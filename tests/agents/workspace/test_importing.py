"""Files become documents in their places; unreadable ones are named, and nothing floods the site."""

import io
import re
import zipfile

import pytest

from agents.tools.workspace.archives import IncomingFile
from agents.tools.workspace.file_import import Imported, import_files
from agents.tools.workspace.paths import placed_documents
from omniforge.errors import InvalidInput, NotAllowed, NotFound, TooLarge
from omniforge.projects.models import Document, Project, Version
from omniforge.projects.selectors import get_project
from omniforge.projects.services import DocumentService, ProjectService, undo_batch
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.files import made


@pytest.fixture
def launch(ann) -> Project:
    return ProjectService(ann).create(name="Launch", context="Out in May.").row


def files(**named: str | bytes) -> list[IncomingFile]:
    return [
        IncomingFile(name, content if isinstance(content, bytes) else content.encode())
        for name, content in named.items()
    ]


def zipped(**named: str | bytes) -> IncomingFile:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in named.items():
            archive.writestr(name, content)
    return IncomingFile("notes.zip", packed.getvalue())


def brought_in(ann: Access, project: Project, *given: IncomingFile, parent_id=None) -> Imported:
    return import_files(access=ann, project_id=project.pk, parent_id=parent_id, files=given)


def paths(ann: Access, project: Project) -> list[str]:
    return [one.words for one in placed_documents(get_project(ann, project.pk))][1:]


def text_of(title: str) -> str:
    return next(one.content for one in Document.objects.all() if one.title == title)


def damaged(packing: int) -> IncomingFile:
    """Return a zip with this compression, in which every byte of the only file's content is altered."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", packing) as archive:
        archive.writestr("a.md", "word " * 100)
        first, last = 30 + len("a.md") + 9, archive.start_dir
    content = packed.getvalue()
    turned = bytes(byte ^ 0xFF for byte in content[first:last])
    return IncomingFile("damaged.zip", content[:first] + turned + content[last:])


def test_zip_folders_become_parent_documents(ann, launch):
    archive = zipped(
        **{
            "Research/Rivals/Acme.md": "# Acme\n\n9 euros",
            "Research/Rivals.md": "Two of them.",
            "Research/10 Costs.md": "",
            "Research/2 Plan.txt": "Plan.",
            "Read me.markdown": "Hello",
        }
    )
    imported = brought_in(ann, launch, archive)
    assert paths(ann, launch) == [
        "Read me",
        "Research",
        "Research > 2 Plan",
        "Research > 10 Costs",
        "Research > Rivals",
        "Research > Rivals > Acme",
    ]
    assert (text_of("Rivals"), text_of("Research"), text_of("Acme")) == (
        "Two of them.",
        "",
        "# Acme\n\n9 euros",
    )
    assert len(imported.entities_created) == 6 and imported.left_out == ()


def test_word_and_pdf_are_imported_below_a_document(ann, launch):
    parent = DocumentService(ann).create(launch.pk, title="Sources").row
    given = files(**{"letter.docx": made.docx(), "paper.pdf": made.pdf()})
    brought_in(ann, launch, *given, parent_id=parent.pk)
    assert paths(ann, launch) == ["Sources", "Sources > letter", "Sources > paper"]
    assert text_of("letter").startswith("# ") and len(text_of("paper")) > 20


def test_unreadable_files_are_left_out_and_named(ann, launch):
    given = files(**{"a.md": "A", "logo.png": b"\x89PNG", "bad.docx": b"PK\x03\x04", "big.md": "x" * 500_001})
    left_out = brought_in(ann, launch, *given).left_out
    assert [re.split("[: ]", one)[0] for one in left_out] == ["logo.png", "bad.docx", "big.md"]
    assert left_out[0].startswith("logo.png isn't supported. You can import Markdown, text, CSV, Excel, Word")
    assert "500,001 characters; a document takes 500,000" in left_out[2]
    assert paths(ann, launch) == ["a"]


def test_tables_become_documents_with_their_rows(ann, launch):
    prices = 'Plan;Price\nTeam | small;12,50\n;\n"Plus";30\n'.encode("cp1252")
    brought_in(
        ann, launch, *files(**{"prices.csv": prices, "orders.xlsx": made.xlsx(2), "a.tsv": "x\ty\n1\t2"})
    )
    assert paths(ann, launch) == ["a", "orders", "prices"]
    assert text_of("prices") == "| Plan | Price |\n| --- | --- |\n| Team \\| small | 12,50 |\n| Plus | 30 |"
    assert text_of("a").splitlines()[-1] == "| 1 | 2 |"
    orders = text_of("orders")
    assert "## Orders" in orders and "## People" in orders
    assert "| A-002 | 2026-11-21 | 21 | false | 2026-11-21 09:30 |" in orders


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("old.xls", b"\xd0\xcf\x11\xe0", "old.xls isn't supported. You can import"),
        ("photo.heic", b"ftypheic", "photo.heic isn't supported. You can import"),
        ("bad.xlsx", b"PK\x03\x04", "bad.xlsx: This file is damaged"),
        ("empty.csv", b"\n\n", "empty.csv: This file is empty"),
        ("huge.csv", b"1,2,3,4,5\n" * 30_000, "huge.csv: This has more than 100,000 cells"),
    ],
)
def test_unreadable_table_is_left_out_and_named(ann, launch, name: str, content: bytes, says: str):
    left_out = brought_in(ann, launch, *files(**{"a.md": "A", name: content})).left_out
    assert len(left_out) == 1 and left_out[0].startswith(says)


def test_path_traversal_is_neutralised_and_system_files_ignored(ann, launch):
    archive = zipped(
        **{
            "../../etc/passwd.md": "x",
            "/abs\\win.md": "y",
            "__MACOSX/a.md": "",
            ".git/config.md": "",
            "dir/": "",
        }
    )
    brought_in(ann, launch, archive)
    assert paths(ann, launch) == ["abs", "abs > win", "etc", "etc > passwd"]


def test_foreign_front_matter_sets_the_title_and_is_kept(ann, launch):
    theirs = "---\ntitle: A better name\ntags: [x]\n---\nText"
    brought_in(ann, launch, *files(**{"a.md": theirs, "b.md": "---\n\nA rule above"}))
    assert paths(ann, launch) == ["A better name", "b"]
    assert text_of("A better name") == theirs and text_of("b") == "---\n\nA rule above"


def test_files_of_the_same_name_are_both_kept(ann, launch):
    brought_in(ann, launch, *files(**{"Plan.md": "one", "Plan.txt": "two"}))
    assert paths(ann, launch) == ["Plan", "Plan (2)"]


def test_import_is_undone_at_once(ann, launch):
    brought_in(ann, launch, *files(**{"a/b.md": "x", "a/c.md": "y"}))
    batch = Version.objects.order_by("-id")[0].batch
    assert Version.objects.filter(batch=batch).count() == 4
    undo_batch(access=ann, batch=batch)
    assert paths(ann, launch) == []


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ([IncomingFile("a.zip", b"no zip")], InvalidInput, "a.zip is no zip that can be read here"),
        ([damaged(zipfile.ZIP_BZIP2)], InvalidInput, "damaged.zip is no zip that can be read here"),
        ([damaged(zipfile.ZIP_LZMA)], InvalidInput, "damaged.zip is no zip that can be read here"),
        (
            [IncomingFile("a.png", b"x")],
            InvalidInput,
            "Nothing was imported. a.png isn't supported. You can import Markdown",
        ),
        ([], InvalidInput, "Nothing was imported"),
        ([IncomingFile(f"{number}.md", b"x") for number in range(501)], TooLarge, "takes 500 documents"),
        (
            [IncomingFile(f"{number}.pdf", b"x") for number in range(51)],
            TooLarge,
            "50 of them can be Word, PDF, Excel or CSV",
        ),
        ([zipped(**{f"{number}.md": "" for number in range(2_001)})], TooLarge, "at most 2,000 files"),
        ([IncomingFile("/".join(["a"] * 21) + ".md", b"x")], InvalidInput, "at most 20 levels"),
    ],
    ids=lambda value: "" if isinstance(value, list) else None,
)
def test_invalid_or_too_many_files_are_refused_as_a_whole(ann, launch, given, error, says):
    with pytest.raises(error, match=says):
        brought_in(ann, launch, *given)
    assert paths(ann, launch) == []


def test_too_large_import_is_refused_as_a_whole(ann, launch):
    with pytest.raises(TooLarge, match="more than 100 MB"):
        brought_in(ann, launch, zipped(**{"bomb.md": b"\x00" * (101 << 20)}))
    with pytest.raises(TooLarge, match="at most 50 MB"):
        brought_in(ann, launch, IncomingFile("a.md", b"x" * (51 << 20)))
    assert paths(ann, launch) == []


def test_import_into_a_foreign_project_is_refused(ann, bob, launch):
    theirs = ProjectService(bob).create(name="Theirs").row
    below = Document.objects.get(project=theirs)
    for attempt in ({"project": theirs}, {"project": launch, "parent_id": below.pk}):
        with pytest.raises(NotFound):
            brought_in(ann, attempt.pop("project"), *files(**{"a.md": "x"}), **attempt)
    with pytest.raises(NotFound):
        brought_in(ann, launch, *files(**{"a.md": "x"}), parent_id=new_id())
    with pytest.raises(NotAllowed):
        brought_in(Access(ann.tenant_id, ann.user_id, Role.AUDITOR), launch, *files(**{"a.md": "x"}))
