"""Merges one document into another: its text goes to the end of that one, and it goes into the trash."""

from collections.abc import Sequence

from agents.plans.by_rules.work import Shown
from agents.plans.plan import Step
from agents.runs.by_rules.workspace import steps
from agents.runs.by_rules.workspace.pointing import the_one
from agents.runs.by_rules.workspace.situation import Situation, Unclear
from agents.runs.by_rules.workspace.things import Thing
from agents.tables.markdown import plain
from agents.workspace.reading.wishes import Reference, WishedOperation
from omniforge.projects.kinds import Kind
from omniforge.projects.services import DocumentService

_ONLY_DOCUMENTS = (
    "Only documents can be merged. Of two {}s I can rename one and delete the other. Nothing was changed."
)


def merge(at: Situation, one: WishedOperation, place: str) -> Sequence[Step]:
    """Return the steps of a merge. Raises Unclear where it is not said which document stays, or nothing is
    there to be merged.
    """
    if one.kind != Kind.DOCUMENT:
        raise Unclear(Shown(_ONLY_DOCUMENTS.format(one.kind)))
    first = the_one(at, one.target, f"which-{place}", project=one.project)
    second = the_one(at, one.other or Reference(), f"other-{place}", lambda thing: thing != first)
    stays = second
    if one.asks:
        stays = at.ask(f"stays-{place}", [second, first], "Which one shall stay, and take in the other?")
    return _steps(at, first if stays == second else second, stays)


def _steps(at: Situation, goes: Thing, stays: Thing) -> Sequence[Step]:
    content = DocumentService(at.access).read(goes.id).content.strip()
    if not content or goes.project_id != stays.project_id:
        why = "is empty" if not content else "stands in another project"
        raise Unclear(Shown(f"**{plain(goes.title)}** {why}, so nothing was merged or changed."))
    fields = {"heading": "", "content": f"## {goes.title}\n\n{content}", "mode": "append"}
    return [steps.writing(at, stays, fields), steps.deletion(at, goes)]
