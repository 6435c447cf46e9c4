"""What the index contains, when it gets there, and what can be read from it."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omniforge.projects.kinds import Kind
from omniforge.projects.models import Document, Passage, SearchKey
from omniforge.projects.search import search
from omniforge.projects.search.indexing import repair
from omniforge.projects.search.passages import split_passages
from omniforge.projects.services import DocumentService, EntityService, ProjectService
from omniforge.projects.tasks import repair_search_index
from tests.projects.search.rows import deaf_index, lying_in_the_index, task, titles, write

pytestmark = pytest.mark.django_db(transaction=True)


def texts(document):
    return list(
        Passage.objects.filter(entity_id=document.pk).order_by("number").values_list("text", flat=True)
    )


def test_edit_keeps_the_passages_it_does_not_touch(ann, launch):
    document = write(ann, launch, "Plan", "## A\n\nfirst\n\n## B\n\nsecond\n\n## C\n\nthird")
    before = {one.text: one.pk for one in Passage.objects.filter(entity_id=document.pk)}
    DocumentService(ann).update(
        document.pk, content="## New\n\nzero\n\n## A\n\nfirst\n\n## B\n\nother\n\n## C\n\nthird"
    )
    after = {one.text: one.pk for one in Passage.objects.filter(entity_id=document.pk)}
    assert texts(document) == ["zero", "first", "other", "third"]
    assert {text for text in before if before[text] == after.get(text)} == {"first", "third"}
    assert search(ann, "second") == []
    assert titles(search(ann, "zero")) == ["Plan"]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from("abc"), max_size=5), min_size=1, max_size=4))
def test_after_any_series_of_edits_the_passages_are_those_of_the_text(ann, launch, edits):
    document = write(ann, launch, "Edited", "")
    for edit in edits:
        content = "\n\n".join(f"# {name}\n\ntext of {name}" for name in edit)
        DocumentService(ann).update(document.pk, content=content)
        assert texts(document) == [piece.text for piece in split_passages(content)]


def test_repair_indexes_what_a_killed_process_missed(ann, launch):
    changed, gone = write(ann, launch, "Tram", "old words"), task(ann, launch, "Sell the tram")
    with deaf_index():
        write(ann, launch, "Ferry", "")
        DocumentService(ann).update(changed.pk, content="new words")
        EntityService(ann, Kind.TASK).delete(gone.pk)
    assert search(ann, "ferry") == search(ann, "new") == []
    repair_search_index()
    assert titles(search(ann, "ferry")) == ["Ferry"]
    assert titles(search(ann, "new words")) == ["Tram"]
    assert not Passage.objects.filter(entity_id=gone.pk).exists()
    assert repair() == 0


def test_passages_of_erased_documents_are_deleted(ann, launch):
    document = write(ann, launch, "Ferry", "")
    Document.objects.filter(pk=document.pk).delete()
    assert repair() == 0
    assert not Passage.objects.filter(entity_id=document.pk).exists()


def test_failed_indexing_does_not_undo_the_change(ann, launch, caplog):
    def refuse(execute, sql, params, many, context):
        if "projects_passage" in sql:
            raise DatabaseError("disk full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        document = write(ann, launch, "Ferry", "")
    assert DocumentService(ann).read(document.pk).title == "Ferry"
    assert f"{document.pk} is not in the search index yet: disk full" in caplog.text
    assert repair() == 1


def test_index_reveals_neither_words_nor_their_order(ann, bob, launch):
    bites, bitten = (
        write(ann, launch, "Zeppelin", "dogs bite men"),
        write(ann, launch, "Zeppelin", "men bite dogs"),
    )
    theirs = write(bob, ProjectService(bob).create(name="Theirs").row, "Zeppelin", "dogs bite men")
    lying = lying_in_the_index()
    assert all(word not in str(lying) for word in ("zeppelin", "dog", "bite", "men"))
    one, same, foreign = (lying[Passage.objects.get(entity_id=it.pk).pk] for it in (bites, bitten, theirs))
    assert one == same
    assert not set(one) & set(foreign)


def test_erasing_a_tenant_erases_its_index(acme, ann, bob, launch):
    write(ann, launch, "Ferry", "")
    theirs = ProjectService(bob).create(name="Theirs").row
    kept = set(Passage.objects.filter(project=theirs).values_list("pk", flat=True))
    acme.delete()
    assert set(lying_in_the_index()) == kept
    assert not SearchKey.objects.filter(tenant_id=ann.tenant_id).exists()


def test_reindex_command_rebuilds_the_index(ann, bob, launch):
    ferry = write(ann, launch, "Ferry", "")
    Passage.objects.all().delete()
    assert search(ann, "ferry") == []
    out = io.StringIO()
    call_command("reindex", "--tenant", "acme", stdout=out)
    assert out.getvalue() == "2 documents and entities are in the search index.\n"
    assert [hit.id for hit in search(ann, "ferry")] == [ferry.pk]
    with pytest.raises(CommandError, match="no workspace 'nowhere'"):
        call_command("reindex", "--tenant", "nowhere")
