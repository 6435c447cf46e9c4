"""The weights: shipped, repeatable, and made of examples that mean what they say."""

import pytest
from django.core.management import call_command

from intent.examples import read_examples
from intent.management.commands import train_intent
from intent.rules import linear
from intent.rules.linear import ACTIONS, LinearModel, chances, shipped_model, vector
from intent.training.logistic import fit, quantise
from intent.training.origin import origin
from intent.training.parts import DATA, read_ambiguous, read_dialogues, read_phrases, read_replies
from intent.training.recipe import Prepared, labelled_examples, samples_of, train, written_parts
from intent.training.written import written_examples
from intent.types import ActionType

SAMPLES = [
    (vector({"m1|run"}), ActionType.EXECUTE_TASK, 1.0),
    (vector({"m1|build"}), ActionType.CREATE_AGENT, 1.0),
] * 20


def test_what_is_learnt_is_known():
    model = quantise(fit(SAMPLES, epochs=5), sharpness=3.0)
    assert next(iter(model.probabilities({"m1|build"}))) is ActionType.CREATE_AGENT


def test_learning_is_the_same_each_time():
    first, second = (quantise(fit(SAMPLES, epochs=3, seed=5), sharpness=1.0) for _ in range(2))
    assert first == second


def test_a_model_survives_being_stored():
    model = quantise(fit(SAMPLES, epochs=2), sharpness=1.3)
    assert LinearModel.from_json(model.to_json()) == model


def test_probabilities_sum_to_one():
    assert sum(shipped_model().probabilities({"m1|run"}).values()) == pytest.approx(1)
    assert sum(chances([0.0] * len(ACTIONS))) == pytest.approx(1)


def test_the_shipped_weights_are_small():
    assert linear.WEIGHTS_FILE.stat().st_size < 1_500_000


def test_written_examples_are_the_same_for_the_same_seed():
    catalogues = [one.catalogue for one in read_examples(DATA / "examples.jsonl")[:40]]
    first, second = (written_examples(catalogues, seed=3) for _ in range(2))
    assert first == second


def test_no_name_in_braces_is_left():
    catalogues = [one.catalogue for one in read_examples(DATA / "examples.jsonl")[:40]]
    for example in written_examples(catalogues, seed=3):
        assert "{agent}" not in example.message and "{skill}" not in example.message


def test_every_action_has_phrases_and_no_phrase_two_actions():
    phrases = read_phrases()
    assert {action for action, _ in phrases} == set(ActionType)
    messages = [phrase.lower() for _, phrase in set(phrases)]
    assert len(messages) == len(set(messages))


def test_the_written_parts_are_well_formed():
    assert all(dialogue.replies for dialogue in read_dialogues())
    assert all(first is not second for first, second, _ in read_ambiguous())
    assert set(read_replies()) == {"accept", "decline", "hold", "aside", "thanks"}


@pytest.fixture(scope="module")
def labelled() -> list[Prepared]:
    """All labelled rows, whose reading takes most of a training's time."""
    return labelled_examples()


def test_the_shipped_weights_are_what_training_makes(labelled):
    model = shipped_model()
    samples = samples_of(labelled, written_parts(labelled))
    assert model.origin == origin(samples, model.weights), "Run: python manage.py train_intent"


@pytest.mark.parametrize("sharpness", [None, 2.5])
def test_the_command_trains_and_writes_what_its_weights_were_made_of(
    labelled, tmp_path, monkeypatch, sharpness
):
    some = labelled[:40]
    made = tmp_path / "weights.json"
    monkeypatch.setattr(train_intent, "WEIGHTS_FILE", made)
    monkeypatch.setattr(train_intent, "labelled_examples", lambda: some[:30])
    monkeypatch.setattr(train_intent, "written_parts", lambda labelled: some[30:])
    call_command("train_intent", sharpness=sharpness)
    model = LinearModel.from_json(made.read_text())
    assert model.weights == train(some[:30], some[30:], sharpness=1.0).weights
    assert model.origin == origin(samples_of(some[:30], some[30:]), model.weights)
    assert sharpness in (None, model.sharpness)


def test_other_examples_another_order_and_other_weights_have_another_origin():
    changed = [SAMPLES[1:], [*SAMPLES[1:], SAMPLES[0]], [(*SAMPLES[0][:2], 2.0), *SAMPLES[1:]]]
    origins = {origin(samples, b"12") for samples in [SAMPLES, *changed]} | {origin(SAMPLES, b"13")}
    assert len(origins) == 5
