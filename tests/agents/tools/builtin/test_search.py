"""One search over everything: passages with location, work, talk, files, runs."""

from dataclasses import replace

import pytest

from agents.context.recall import RecalledPassage, RecallResult
from agents.events import SourcesCited
from agents.records.services import start_run
from omniforge.files.services import store_file
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Hits
from omniforge.projects.services import DocumentService
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.chat import NOW
from tests.agents.tools.builtin.calls import given
from tests.agents.tools.contexts import run_context, told

pytestmark = pytest.mark.django_db(transaction=True)
LOOSE = [Hit(Kind.RISK, new_id(), "Printer fails", new_id(), "", "", "", 0.5, 0, by_words=0.0, closeness=0.2)]


async def test_found_document_has_passages_path_and_date(run):
    found = await given(run, "search", query="lamps euros", where=["documents"])
    [document] = found["documents"]
    assert (document["title"], document["path"], document["project"]) == (
        "Rivals",
        "Research > Rivals",
        "Launch",
    )
    assert document["updated"] and document["passages"][0]["section"] == "Acme"
    assert document["passages"][0]["text"] == "Acme sells lamps for 40 euros."
    assert "Bolt sells bulbs." in document["passages"][0]["after"]
    cited = next(one for one in told(run) if isinstance(one, SourcesCited))
    assert cited.sources[0].title == "Rivals › Acme"


async def test_search_covers_every_kind(run, ann):
    async def recall(words, limit):
        place = RecalledPassage(new_id(), "Tea talk", "you", "Ben sends the beta list", NOW, "/c/1#s1")
        answer = replace(place, said_by="OmniForge", snippet="Noted.")
        return RecallResult((place, answer), "Only the newest were searched.")

    await in_database(store_file, access=ann, name="beta-list.csv", content=b"a,b\n1,2\n")
    await in_database(start_run, access=ann, agent=None, task="Mail the beta list")
    run.pack = replace(run.pack, recall=recall)
    found = await given(run, "search", query="beta list", limit=1)
    assert found["work"][0]["assignee"] == "Ben" and found["work"][0]["project"] == "Launch"
    [talk] = found["conversations"]
    assert [one["text"] for one in talk["messages"]] == ["Ben sends the beta list", "Noted."] and talk["id"]
    assert found["your_files"][0]["name"] == "beta-list.csv"
    assert found["runs"][0]["task"] == "Mail the beta list"
    more = "More work items may match: list gives all of them."
    assert found["notes"] == f"{more} Only the newest were searched."


async def test_empty_document_is_found_by_its_title(run, ann, launch):
    create = DocumentService(ann).create
    await in_database(lambda: create(launch.pk, title="Floor plan", content=""))
    found = await given(run, "search", query="floor plan", where="documents")  # a bare value becomes a list
    assert "Floor plan" in [row["title"] for row in found["documents"]]
    found = await given(run, "search", query="lamps euros", where='["documents"]')
    assert all(row["passages"] for row in found["documents"])


async def test_empty_search_result_says_so(run):
    assert (await given(run, "search", query="zeppelin"))["notes"].startswith("Nothing was found.")


@pytest.mark.parametrize(
    ("query", "missing"),
    [
        ("lamps euros", None),
        ("lamps warranty euros", "No result has the words: warranty."),
        ("lamp warranties, guaranteed lamps", "No result has the words: warranties, guaranteed."),
    ],
)
async def test_words_that_no_result_has_are_named(run, query, missing):
    await given(run, "search", query="lamps euros bulbs", where=["documents"])  # shortens what is found again
    assert (await given(run, "search", query=query, where=["documents"])).get("notes") == missing


async def test_search_is_limited_to_the_given_project(run, office):
    found = await given(run, "search", query="movers beta", project="Office move", where=["work"])
    assert [one["title"] for one in found["work"]] == ["Book the movers"]


async def test_a_stranger_finds_nothing(bob, launch):
    run = await in_database(run_context, bob)
    assert "documents" not in await given(run, "search", query="lamps euros beta list")


async def test_hits_without_the_words_are_marked_loosely_related(run, monkeypatch):
    monkeypatch.setattr("agents.tools.builtin.search.passages_for", lambda *_, **__: Hits(LOOSE))
    found = await given(run, "search", query="zeppelin", where=["work"])
    assert "Nothing has these words" in found["notes"] and "only loosely related" in found["notes"]


async def test_at_most_three_passages_are_given_for_words_that_stand_nowhere(run, monkeypatch):
    texts = [f"Stall {number} sells tea and cakes." for number in range(8)]
    near = [
        Hit(Kind.DOCUMENT, new_id(), "Fair", new_id(), "", text, text, 0.5, 0, by_words=0.0, closeness=0.3)
        for text in texts
    ]
    monkeypatch.setattr("agents.tools.builtin.search.passages_for", lambda *_, **__: Hits(near))
    found = await given(run, "search", query="zeppelin mast", where=["documents"])
    assert sum(len(one["passages"]) for one in found["documents"]) == 3
    assert found["notes"].startswith("Nothing has these words")


async def test_loose_hits_are_not_all_that_was_found_if_a_talk_has_the_words(run, ann, monkeypatch):
    async def recall(words, limit):
        said = RecalledPassage(new_id(), "Air talk", "you", "The zeppelin lands at noon", NOW, "/c/1#s1")
        return RecallResult((said,), "")

    monkeypatch.setattr("agents.tools.builtin.search.passages_for", lambda *_, **__: Hits(LOOSE))
    run.pack = replace(run.pack, recall=recall)
    letter = b"Dear airfield,\n\nthe zeppelin wants a mast, and twenty people who hold its ropes."
    await in_database(store_file, access=ann, name="letter.txt", content=letter, conversation_id=new_id())
    found = await given(run, "search", query="zeppelin")
    assert found["conversations"] and found["notes"].startswith("No document or work item has these words")
    assert "twenty people" in found["your_files"][0]["passages"][0]["text"]  # not as if shown before


async def test_passage_returned_before_is_shortened(run, ann, launch):
    text = "Acme sells lamps for 40 euros, and it has done so since the first shop opened in the old town."
    await in_database(lambda: DocumentService(ann).create(launch.pk, title="Shops", content=text))
    first = await given(run, "search", query="lamps town", where=["documents"])
    again = await given(run, "search", query="old shop", where=["documents"])
    [whole] = [one["passages"] for one in first["documents"] if one["title"] == "Shops"]
    [short] = [one["passages"] for one in again["documents"] if one["title"] == "Shops"]
    assert whole[0]["text"] == text
    assert short[0]["returned_before"].startswith("Acme sells lamps") and "text" not in short[0]


async def test_runs_of_chats_are_not_listed_among_runs(run, ann):
    def start() -> None:
        start_run(access=ann, agent=None, task="Beta list, asked in a talk", conversation_id=new_id())
        start_run(access=ann, agent=None, task="Beta list, asked by a program")

    await in_database(start)
    found = await given(run, "search", query="beta list", where=["runs"])
    assert [one["task"] for one in found["runs"]] == ["Beta list, asked by a program"]
