"""Why a batch is refused: for people each reason once, for models with all its operations."""

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
    known, told = set[str](), list[str]()
    for place, one in errors[:_TOLD]:
        sentences = (getattr(one, "for_model", "") or one.message).split(". ")
        said = ". ".join(each for each in sentences if each.rstrip(".") not in known) or "as above."
        told.append(f"{place} {said}" if said.endswith((".", "?")) else f"{place} {said}.")
        known.update(each.rstrip(".") for each in sentences)
    more = f" And {len(errors) - _TOLD} more." if len(errors) > _TOLD else ""
    return f"Nothing was changed. {' '.join(told)}{more} Send the whole batch again, mended."
