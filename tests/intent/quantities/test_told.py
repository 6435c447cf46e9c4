"""Word problems: which are solved, and which are left alone."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from intent.commands.quantities import (
    Between,
    find_addends,
    find_distance,
    find_leftover,
    find_share,
    find_shift,
    solve,
)

_FOLDER = Path(__file__).parent
_TODAY = date(2026, 11, 23)


def _rows(name: str, kind: str) -> list[Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))[kind]


def _span(say: str) -> str:
    found = find_shift(say, _TODAY) or find_distance(say)
    if found is None:
        return ""
    if isinstance(found, Between):
        pause = f" {int(found.pause.total_seconds()) // 60}" if found.pause else ""
        return f"{found.first} {found.last}{pause}"
    apart = found.length.days if isinstance(found.start, date) else int(found.length.total_seconds()) // 60
    return f"{found.start} {'-' if found.back else '+'}{apart}"


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


@pytest.mark.parametrize(("say", "told"), _rows("spans", "told"))
def test_day_or_time_is_shifted_by_a_duration(say: str, told: str):
    assert _span(say) == told


@pytest.mark.parametrize("say", [*_rows("told", "none"), *_rows("shares", "none"), *_rows("spans", "none")])
def test_uncertain_quantities_are_not_computed(say: str):
    assert solve(say) is None
    assert find_share(say) is None
    assert _span(say) == ""


@pytest.mark.parametrize(("say", "sum_of"), _rows("told", "together"))
def test_listed_amounts_are_added_up(say: str, sum_of: str):
    assert " + ".join(f"{one.value:f}" for one in find_addends(say)) == sum_of


@pytest.mark.parametrize("say", [*_rows("told", "apart"), *_rows("told", "none")])
def test_amounts_of_different_kinds_are_not_added_up(say: str):
    assert find_addends(say) == ()


@pytest.mark.parametrize(("say", "sum_of"), _rows("told", "left"))
def test_used_amounts_are_subtracted_from_the_total(say: str, sum_of: str):
    assert " - ".join(f"{one:f}" for one in find_leftover(say)) == sum_of


@pytest.mark.parametrize("say", [*_rows("told", "unclear"), *_rows("told", "apart")])
def test_amounts_not_said_to_be_used_are_not_subtracted(say: str):
    assert find_leftover(say) == ()
