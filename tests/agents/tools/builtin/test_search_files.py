"""A search finds passages of files: texts and tables first, each once."""

from dataclasses import replace

import pytest

from omniforge.files.services import store_file
from omniforge.projects.services import DocumentService
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from tests.agents.tools.builtin.calls import given

pytestmark = pytest.mark.django_db(transaction=True)


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
    assert "Tables with these words, too (where: files): people.csv." in beside["notes"]
    for query in ("Acme lamps", "name of the city where Acme lamps"):
        assert "people.csv" not in (await given(run, "search", query=query)).get("notes", "")
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
