"""The weights: shipped, reproducible, and trained on sensible examples."""

from dataclasses import replace
from io import StringIO
from itertools import chain

import pytest
from django.core.management import call_command

from intent.local import weights
from intent.local.features import MOVES, Features
from intent.local.linear import ACTIONS, BUCKETS, LinearModel, chances, vector
from intent.local.weights import GATE_BUCKETS, Weights, gate_vector, shipped_weights
from intent.management.commands import train_intent
from intent.training import unseen
from intent.training.evaluation import by_writer
from intent.training.examples import Example, read_examples
from intent.training.logistic import fit, quantise, target
from intent.training.origin import origin
from intent.training.parts import DATA, read_ambiguous, read_dialogues, read_phrases, read_replies
from intent.training.recipe import (
    SEED,
    Prepared,
    labelled_examples,
    prepared,
    rows_of,
    scored,
    train,
    train_gate,
)
from intent.training.unseen import KEPT_BACK
from intent.training.written import WRITTEN, written_examples
from intent.types import ActionType
from intent.word_groups import groups_of

SAMPLES = [
    (vector({"m1|run"}), (ActionType.EXECUTE_TASK,), 1.0),
    (vector({"m1|build"}), (ActionType.CREATE_AGENT,), 1.0),
] * 20
EMPTY_GATE = LinearModel(bytes(GATE_BUCKETS * len(ACTIONS)), 1.0)


def likeliest(model, feature):
    scores = model.scores(vector({feature}))
    return ACTIONS[scores.index(max(scores))]


def test_trained_model_predicts_its_samples():
    model = quantise(fit(SAMPLES, buckets=BUCKETS, epochs=5))
    assert likeliest(model, "m1|build") is ActionType.CREATE_AGENT


def test_training_is_deterministic():
    first, second = (quantise(fit(SAMPLES, buckets=BUCKETS, epochs=3, seed=5)) for _ in range(2))
    assert first == second


def test_first_of_two_acceptable_actions_weighs_more():
    both = target((ActionType.QUERY_INFO, ActionType.UNKNOWN))
    ranked = sorted(zip(both, ACTIONS, strict=True), reverse=True)
    assert [action for _, action in ranked[:2]] == [ActionType.QUERY_INFO, ActionType.UNKNOWN]
    assert sum(both) == pytest.approx(1) and ranked[1][0] > 0.4


def test_weights_survive_a_json_round_trip():
    model = quantise(fit(SAMPLES, buckets=BUCKETS, epochs=2))
    stored = Weights(model, EMPTY_GATE, 1.3, "made of these", {"accuracy": 0.5})
    assert Weights.from_json(stored.to_json()) == stored


def test_probabilities_sum_to_one():
    features = Features(frozenset({"m1|run"}), frozenset({"x|fresh"}), "fresh")
    assert sum(shipped_weights().probabilities(features).values()) == pytest.approx(1)
    assert sum(chances([0.0] * len(ACTIONS))) == pytest.approx(1)


@pytest.mark.parametrize("move", MOVES)
def test_gate_has_a_bucket_for_every_move(move):
    scores = [0.0] * len(ACTIONS)
    buckets = [bucket for bucket, _ in gate_vector(scores, scores, move)]
    assert len(set(buckets)) == len(buckets) and max(buckets) < GATE_BUCKETS


def test_shipped_weights_are_small():
    assert weights.WEIGHTS_FILE.stat().st_size < 450_000


def test_shipped_weights_are_accurate_on_unseen_writers():
    measured = shipped_weights().measured
    assert measured["accuracy"] >= 0.84 and measured["contextual"] >= 0.85
    assert measured["follow_ups"] >= 0.82 and measured["clarification_rate"] <= 0.12


def test_similar_words_share_a_group():
    assert groups_of("woman") == groups_of("ladies")
    assert groups_of("woman") != groups_of("invoice")
    assert groups_of("qwertyuiop") is None


def test_written_examples_are_deterministic_for_a_seed():
    catalogues = [one.catalogue for one in read_examples(DATA / "rows" / "a.jsonl")[:40]]
    first, second = (written_examples(catalogues, seed=3) for _ in range(2))
    assert first == second


def test_written_examples_contain_no_placeholders():
    catalogues = [one.catalogue for one in read_examples(DATA / "rows" / "a.jsonl")[:40]]
    for example in written_examples(catalogues, seed=3):
        assert "{agent}" not in example.message and "{skill}" not in example.message


def test_every_action_has_phrases_of_its_own():
    phrases = read_phrases()
    assert {action for action, _ in phrases} == set(ActionType)
    messages = [phrase.lower() for _, phrase in set(phrases)]
    assert len(messages) == len(set(messages))


def test_written_dialogues_and_replies_are_well_formed():
    assert all(dialogue.replies for dialogue in read_dialogues())
    assert all(first is not second for first, second, _ in read_ambiguous())
    assert set(read_replies()) == {"accept", "decline", "hold", "aside", "thanks"}


@pytest.fixture(scope="module")
def writers() -> dict[str, list[Example]]:
    return labelled_examples()


def test_shipped_weights_match_the_training_data(writers):
    shipped = shipped_weights()
    seen = [one.catalogue for name in writers if name not in KEPT_BACK for one in writers[name]]
    rows, written = list(chain(*writers.values())), written_examples(seen, seed=SEED)
    assert shipped.origin == origin(rows, written, shipped.words, shipped.gate), (
        "Run: python manage.py train_intent"
    )


def test_rows_are_unique_and_every_writer_has_enough(writers):
    ids = [one.id for one in chain(*writers.values())]
    assert len(set(ids)) == len(ids)
    assert set(KEPT_BACK) <= set(writers) and min(map(len, writers.values())) >= 200


@pytest.fixture
def few(writers, monkeypatch) -> dict[str, list[Prepared]]:
    """A few rows of five writers, one of them held back, and a quick learner."""
    monkeypatch.setattr("intent.training.recipe.EPOCHS", 1)
    monkeypatch.setattr("intent.training.recipe.GATE_EPOCHS", 1)
    return {name: list(map(prepared, writers[name][:12])) for name in ("a", "b", "c", "d", "g")}


def test_held_out_rows_are_judged_by_models_without_them(few, monkeypatch):
    seen = []
    real = unseen.train

    def watched(labelled, written):
        seen.append({one.example.id for one in labelled})
        return real(labelled, written)

    monkeypatch.setattr(unseen, "train", watched)
    measured = unseen.measure(few, few["a"][:4])
    for fold, ids in zip("abcd", seen, strict=False):
        assert not ids & {one.example.id for one in few[fold]}
    assert not any(ids & {one.example.id for one in few["g"]} for ids in seen)
    assert {name: len(rows) for name, rows in measured.left_out.items()} == dict.fromkeys("abcd", 12)
    assert list(measured.kept_back) == ["g"]
    assert any(line.startswith("| all | 48 |") for line in by_writer(measured.left_out))


def test_train_intent_writes_weights_with_their_origin(few, tmp_path, monkeypatch):
    made = tmp_path / "weights.json"
    monkeypatch.setattr(train_intent, "WEIGHTS_FILE", made)
    monkeypatch.setattr(train_intent, "labelled_writers", lambda: few)
    monkeypatch.setattr(train_intent, "written_parts", lambda labelled: labelled[:8])
    out = StringIO()
    call_command("train_intent", stdout=out)
    stored = Weights.from_json(made.read_text())
    labelled = rows_of(few, few)
    assert stored.words == train(labelled, labelled[:8])
    examples = [one.example for one in labelled]
    assert stored.origin == origin(examples, examples[:8], stored.words, stored.gate)
    assert f"| g | 12 | {stored.measured['accuracy']:.1%}" in out.getvalue()


def test_gate_training_is_deterministic(few):
    rows = scored(train(few["a"], []), few["b"])
    assert train_gate(rows) == train_gate(rows)


def test_origin_changes_with_examples_order_and_weights(writers):
    rows = writers["a"][:12]
    less = replace(rows[0], kind=WRITTEN, acceptable=frozenset({rows[0].action}))
    changed = [rows[1:], rows[::-1], [less, *rows[1:]]]
    first, second = LinearModel(b"12", 1.0), LinearModel(b"13", 1.0)
    origins = {origin(one, [], first) for one in [rows, *changed]} | {origin(rows, [], second)}
    assert len(origins) == 5
