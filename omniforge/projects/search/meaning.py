"""The meaning of a query, as a vector of the model with the role `embed`."""

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

_DEADLINE = 0.8  # seconds that a search waits for a vendor's model
_LOCALLY = 3.0  # seconds for the model in this process, which a busy machine slows down
LEAST = 0.25  # lowest significant cosine of the local model, whose unrelated texts are near 0


@dataclass(frozen=True, slots=True)
class Meaning:
    """The vector of a query and its model. Without one, words alone decide.

    `note` is a sentence about it if a vector was expected but is missing.
    """

    vector: Sequence[float] = ()
    model: str = ""
    note: str = ""


WORDS_ALONE = Meaning()


def embedding_model(models: Models) -> str:
    """Return the embedding model, like openai:text-embedding-3-small, empty if there is none."""
    name = models.name("embed")
    return "" if name == RULES else name


async def meaning_of(models: Models, access: Access, query: str, project_id: UUID | None = None) -> Meaning:
    """Embed `query` for the projects that allow it.

    A vendor's model serves projects with `meaning_search`. A model in this process serves all.

    Takes one call, at most 800 ms of a vendor, which is recorded in `models.calls`.
    """
    if not embedding_model(models) or not await in_database(_is_wanted, models, access, project_id):
        return WORDS_ALONE
    deadline = _LOCALLY if is_local(embedding_model(models)) else _DEADLINE
    vectors = await models.embed([query], deadline=deadline, as_query=True)
    if vectors is None:
        return Meaning(
            note=gettext("Only words were searched for: the model that knows meanings did not answer.")
        )
    return Meaning(vectors[0], embedding_model(models))


def where_allowed(model: str, project: str = "") -> Q:
    """Return a filter for projects that `model` may read: those that allow it, or all for a local model.

    `project` is the lookup prefix, such as 'project__'.
    """
    return Q() if is_local(model) else Q(**{f"{project}meaning_search": True})


def is_local(model: str) -> bool:
    """True for a model that runs in this process: no text leaves the site."""
    return model.startswith("local:")


def _is_wanted(models: Models, access: Access, project_id: UUID | None) -> bool:
    projects = find_projects(access).filter(where_allowed(embedding_model(models)))
    return (projects.filter(pk=project_id) if project_id else projects).exists()
