"""What a query means, as a vector of the model that plays the role `embed`."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from omniforge.llm import Models
from omniforge.llm.roles import RULES
from omniforge.projects.selectors import find_projects
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_DEADLINE = 0.8  # seconds that a search waits for a model
LEAST = 0.25  # closeness by the local model that tells anything: its unrelated texts lie near 0


@dataclass(frozen=True, slots=True)
class Meaning:
    """The vector of a query and the model that made it; without one, words alone decide.

    `note` says so in a sentence where there should have been one.
    """

    vector: Sequence[float] = ()
    model: str = ""
    note: str = ""


WORDS_ALONE = Meaning()


def embedding_model(models: Models) -> str:
    """Return the model that makes vectors, like openai:text-embedding-3-small; empty where there is none."""
    name = models.name("embed")
    return "" if name == RULES else name


async def meaning_of(models: Models, access: Access, query: str, project_id: UUID | None = None) -> Meaning:
    """Ask the model what `query` means, where it may be used.

    A model at a vendor reads projects that have `meaning_search` on; one in this process reads all.

    Takes 800 ms at most, for one call, which is noted in `models.calls`.
    """
    if not embedding_model(models) or not await in_database(_is_wanted, models, access, project_id):
        return WORDS_ALONE
    vectors = await models.embed([query], deadline=_DEADLINE, as_query=True)
    if vectors is None:
        return Meaning(
            note=gettext("Only words were searched for: the model that knows meanings did not answer.")
        )
    return Meaning(vectors[0], embedding_model(models))


def where_allowed(model: str, project: str = "") -> Q:
    """Return which projects `model` may read: those that wish it, or all for a model in this process.

    `project` is the path to it, such as 'project__'.
    """
    return Q() if is_local(model) else Q(**{f"{project}meaning_search": True})


def is_local(model: str) -> bool:
    """True for a model that runs in this process: no text leaves the site."""
    return model.startswith("local:")


def _is_wanted(models: Models, access: Access, project_id: UUID | None) -> bool:
    projects = find_projects(access).filter(where_allowed(embedding_model(models)))
    return (projects.filter(pk=project_id) if project_id else projects).exists()
