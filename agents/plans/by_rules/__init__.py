"""Plans without a model: small, honest, and for what rules can know."""

from agents.plans.by_rules.reading import (
    Wish,
    is_of_thing_at_hand,
    names_its_things,
    only_asks,
    read_work,
    read_workspace,
    speaks_for_itself,
)
from agents.plans.by_rules.work import Known, Missing, Shown, known_in

__all__ = [
    "Known",
    "Missing",
    "Shown",
    "Wish",
    "is_of_thing_at_hand",
    "known_in",
    "names_its_things",
    "only_asks",
    "read_work",
    "read_workspace",
    "speaks_for_itself",
]
