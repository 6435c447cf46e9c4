"""Which results are found, by whom, and how they are shown, on SQLite and on PostgreSQL."""

import pytest

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Passage
from omniforge.projects.search import passages_for, search
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.storage.ids import new_id
from tests.projects.search.rows import deaf_index, task, titles, write

pytestmark = pytest.mark.django_db(transaction=True)  # the index hears of changes after their commit


def test_document_is_found_by_word_stem_at_its_heading(ann, launch):
    document = write(
        ann, launch, "Prices", "# Prices\n\n## Who cancels\n\nCancelling costs nothing for 14 days."
    )
    [hit] = search(ann, "cancellation")
    assert (hit.kind, hit.id, hit.title, hit.heading) == (Kind.DOCUMENT, document.pk, "Prices", "Who cancels")
    assert (hit.project_id, hit.passage, hit.score) == (launch.pk, 0, 1.0)
    assert hit.snippet == hit.text == "Cancelling costs nothing for 14 days."
    assert hit.link == f"/projects/{launch.pk}/documents/{document.pk}/#who-cancels"


def test_entity_is_found_by_title_description_and_fields(ann, launch):
    made = EntityService(ann, Kind.RISK).create(
        launch.pk, title="Late supplier", description="The hinges", fields={"mitigation": "Order in Porto"}
    )
    for words in ("supplier", "hinge", "porto"):
        [hit] = search(ann, words)
        assert (hit.kind, hit.id, hit.heading) == (Kind.RISK, made.row.pk, "")
        assert hit.link == f"/projects/{launch.pk}/risks/{made.row.pk}/"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Das Café in Zürich", "cafe ZURICH"),
        ("the firm’s logo", "firm logo"),
        ("версия договора", "ДОГОВОРА"),
        ("見積書を送る", "見積"),
        ("OMNIFORGE_MODEL_EMBED", "model embed"),
    ],
)
def test_search_ignores_accents_and_case(ann, launch, written, asked):
    write(ann, launch, "Found", written)
    assert titles(search(ann, asked)) == ["Found"]


def test_rare_words_and_headings_rank_higher(ann, launch):
    for number in range(12):
        write(ann, launch, f"Minutes {number}", "The budget of the meeting was discussed.")
    write(ann, launch, "Note", "The zeppelin.")
    write(ann, launch, "Zeppelin", "It flies.")
    assert titles(search(ann, "budget meeting zeppelin"))[:2] == ["Zeppelin", "Note"]


def test_document_is_listed_once_and_its_passages_separately(ann, launch):
    write(ann, launch, "Fleet", "\n\n".join(f"## Ship {n}\n\nThe ferry leaves at {n}." for n in range(5)))
    assert titles(search(ann, "ferry")) == ["Fleet"]
    passages = passages_for(ann, "ferry", limit=3)
    assert titles(passages) == ["Fleet"] * 3
    assert len({hit.passage for hit in passages}) == 3


def test_search_is_narrowed_by_project_and_kind(ann, launch):
    other = ProjectService(ann).create(name="Other").row
    write(ann, launch, "Ferry plan", "")
    task(ann, launch, "Book the ferry")
    write(ann, other, "Ferries elsewhere", "")
    assert len(search(ann, "ferry")) == 3
    assert titles(search(ann, "ferry", project_id=other.pk)) == ["Ferries elsewhere"]
    assert titles(search(ann, "ferry", kinds=[Kind.TASK])) == ["Book the ferry"]
    assert titles(search(ann, "ferry", project_id=launch.pk, kinds=[Kind.DOCUMENT, Kind.GOAL])) == [
        "Ferry plan"
    ]
    assert len(search(ann, "ferry", limit=2)) == 2
    assert search(ann, "ferry", project_id=new_id()) == []


def test_search_finds_nothing_of_another_tenant(ann, bob, launch):
    write(ann, launch, "Ferry", "")
    theirs = ProjectService(bob).create(name="Theirs").row
    write(bob, theirs, "Their ferry", "")
    assert titles(search(bob, "ferry")) == ["Their ferry"]
    assert search(bob, "ferry", project_id=launch.pk) == []
    assert titles(search(ann, "ferry")) == ["Ferry"]


@pytest.mark.parametrize(
    "query", ["", "   ", "the of and", "?!", '"', "a OR b)*", "zzz", "x" * 5_000, "ferry " * 3_000]
)
def test_odd_query_never_raises(ann, launch, query):
    write(ann, launch, "Ferry", "")
    assert titles(search(ann, query)) == (["Ferry"] if "ferry" in query else [])


def test_search_only_reads_even_without_an_index(bob, django_assert_num_queries):
    with django_assert_num_queries(1) as made:
        assert search(bob, "ferry") == []
    assert all(query["sql"].startswith("SELECT") for query in made.captured_queries)


def test_deleted_document_is_found_only_after_restoring(ann, launch):
    documents, projects = DocumentService(ann), ProjectService(ann)
    ferry = write(ann, launch, "Ferry", "")
    documents.delete(ferry.pk)
    assert search(ann, "ferry") == []
    documents.restore(ferry.pk)
    assert titles(search(ann, "ferry")) == ["Ferry"]
    projects.delete(launch.pk)
    assert search(ann, "ferry") == []
    projects.restore(launch.pk)
    assert titles(search(ann, "ferry")) == ["Ferry"]


def test_deleted_document_is_not_found_before_reindexing(ann, launch):
    ferry = write(ann, launch, "Ferry", "")
    with deaf_index():
        DocumentService(ann).delete(ferry.pk)
    assert Passage.objects.filter(entity_id=ferry.pk).exists()
    assert search(ann, "ferry") == []
