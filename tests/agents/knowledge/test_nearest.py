"""Without a certain answer, the closest sentences are quoted, with no further claim."""

import tomllib
from pathlib import Path
from uuid import uuid4

import pytest

from agents.knowledge.candidates import candidates_in
from agents.knowledge.closeness import NOT_KNOWN
from agents.knowledge.evidence import Evidence, weigh
from agents.knowledge.nearest import find_nearest
from agents.knowledge.quoting import choose_sentences
from intent.questions.asked import parts_of
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit
from omniforge.projects.services import DocumentService, ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Chat

pytestmark = pytest.mark.django_db(transaction=True)
ROWS = tomllib.loads(Path(__file__).with_name("nearest.toml").read_text())


@pytest.fixture
async def documents(ann: Access) -> None:
    def fill() -> None:
        project = ProjectService(ann).create(name="All sorts").row
        for title, content in ROWS["documents"].items():
            DocumentService(ann).create(project.pk, title=title, content=content)

    await in_database(fill)


async def test_the_closest_sentences_are_shown_with_their_documents(documents, chat: Chat):
    wrong = []
    for row in ROWS["question"]:
        said = (await Chat(chat.access).say(row["asks"])).text
        told = [*row["shows"], *row.get("titles", [])]
        is_right = all(one in said for one in told) if told else "“" not in said.partition("your tasks")[2]
        if not (is_right and said.count("“") <= 5 and "[1]" not in said):
            wrong.append(f"{row['asks']} -> {said}")
    assert not wrong, "\n".join(wrong)


async def test_what_is_only_close_is_not_told_as_an_answer(documents, chat: Chat):
    said = (await chat.say("could my daughter leave her parrot with you over Easter?")).text
    assert said.startswith("The closest I found is in **Kennel rules**: “")
    assert said.endswith("” Your documents don't say it in so many words.")


def test_a_part_that_only_leans_decides_nothing_beside_one_that_tells():
    parts = parts_of("Which firm mended the roof, and for how much?")
    candidates = candidates_in(
        [
            _hit("Roof", "The firm Hale mended the roof.", 0.2),
            _hit("Prices", "A visit costs 300 euros.", 0.42),
        ]
    )
    shown = find_nearest([(part, weigh(part, candidates, {}, NOT_KNOWN)) for part in parts])
    assert shown == ("**Roof**: “The firm Hale mended the roof.”",)


def test_what_comes_much_closer_casts_doubt_on_an_answer_but_not_to_a_part_that_leans():
    whole, leaning = parts_of("Who plays the organ of Saint Botolph, and who is the caretaker?")
    organ, keys = candidates_in([_hit("Organ", "Una Marsh plays.", 0.5), _hit("Keys", "Tom Wilk does.", 0.2)])
    for part, is_told in ((whole, False), (leaning, True)):
        found = [Evidence(organ, part, 0.5, 0.8), Evidence(keys, part, 1.2, 0.6)]
        assert bool(choose_sentences(found, 1.0)) is is_told


def _hit(title: str, text: str, closeness: float) -> Hit:
    return Hit(
        Kind.DOCUMENT, uuid4(), title, uuid4(), "", text, text, 1.0, 0, ("All", title), closeness=closeness
    )


@pytest.mark.parametrize("row", ROWS["answered"], ids=lambda row: row["asks"][:40])
async def test_courtesies_and_particles_change_no_answer(documents, chat: Chat, row):
    said = (await chat.say(row["asks"])).text
    assert all(one in said for one in row["says"]), said
    assert "I didn't find" not in said and "losest" not in said
