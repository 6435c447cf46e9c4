"""Why a batch is refused: for people each reason once, for models with the operations that it is about."""

from collections.abc import Sequence

from agents.failures import ToolFailed
from omniforge.errors import OmniForgeError

Errors = Sequence[tuple[str, OmniForgeError]]  # each with its operation in words
_TOLD = 8


def refused(errors: Errors) -> ToolFailed:
    """Return the failure of a batch with these errors."""
    return ToolFailed(_for_people(errors), for_model=_for_model(errors), outside=True)


def _for_people(errors: Errors) -> str:
    said = list(dict.fromkeys(one.message for _, one in errors))[:_TOLD]
    return f"Nothing was changed. {' '.join(said)}"


def _for_model(errors: Errors) -> str:
    first, told = dict[str, str](), list[str]()
    for place, one in errors[:_TOLD]:
        said = getattr(one, "for_model", "") or one.message
        told.append(f"{place} as for {first[said]}" if said in first else f"{place} {said}")
        first.setdefault(said, place.partition(".")[0] + ".")
    more = f" And {len(errors) - _TOLD} more." if len(errors) > _TOLD else ""
    return f"Nothing was changed. {' '.join(told)}{more} Send the whole batch again, mended."
