"""Word problems: which are solved, and which are left alone."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from intent.commands.quantities import find_leftover, find_share, solve

_FOLDER = Path(__file__).parent


def _rows(name: str, kind: str) -> list[Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))[kind]


@pytest.mark.parametrize(("say", "comes_to"), _rows("told", "told"))
def test_quantities_are_computed_with_their_units(say: str, comes_to: str):
    worked = solve(say)
    assert worked is not None
    assert f"{round(float(worked.value), 2):g} {worked.unit}".strip() == comes_to


@pytest.mark.parametrize(("say", "told"), _rows("shares", "told"))
def test_rate_and_amount_are_read_with_their_mode(say: str, told: str):
    share = find_share(say)
    assert share is not None
    assert f"{share.mode} {share.rate:g} {float(share.amount):g}" == told


@pytest.mark.parametrize("say", [*_rows("told", "none"), *_rows("shares", "none")])
def test_uncertain_quantities_are_not_computed(say: str):
    assert solve(say) is None
    assert find_share(say) is None


@pytest.mark.parametrize(("say", "sum_of"), _rows("told", "left"))
def test_used_amounts_are_subtracted_from_the_total(say: str, sum_of: str):
    assert " - ".join(f"{one:f}" for one in find_leftover(say)) == sum_of


@pytest.mark.parametrize("say", _rows("told", "unclear"))
def test_amounts_not_said_to_be_used_are_not_subtracted(say: str):
    assert find_leftover(say) == ()
