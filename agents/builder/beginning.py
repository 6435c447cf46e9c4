"""Begins a draft with what a request says, or offers one."""

from contextlib import aclosing
from dataclasses import replace

from agents.builder import FORMS
from agents.builder.limits import describe_first
from agents.builder.questions import ask_next, note_kept_draft, propose_agent
from agents.builder.unclear import drop_remarks, note_other_pages, take_verbatim
from agents.builder.updates import fill_defaults, with_next
from agents.context.open import Draft, DraftKind
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.events import Outputs, TextDelta
from intent.commands import Situation
from intent.forms import begin_form
from intent.forms.channels import cut_channel
from intent.forms.days_off import cut_days_off, leaving_out
from intent.forms.filled import AT
from intent.forms.fits import is_talk, with_first_page
from intent.forms.labels import cut_labels
from intent.forms.own_work import STANDING, purpose_question
from intent.forms.project_named import in_project, with_project_before
from intent.forms.projects_of_work import for_each_project
from intent.forms.purpose import read_purpose, strip_opening, tidy_purpose, without_praise
from intent.forms.schedules import cut_time
from intent.forms.two_works import split_two_works
from omniforge.storage.ids import new_id
from omniforge.tables.markdown import plain

_MERE = 12  # words of a request that says no work: 'could you make me an agent, please?'
_UNREAD = "I don't understand what it should do from “{}”."
_POINTS = 3  # words of 'scrap it all'
_PARTED = (
    "An agent does the same work each time, so this one is for the first part. Then say “{}” for another."
)


def begin(
    pack: ContextPack, kind: DraftKind, words: str, *, is_proposal: bool = False, is_chore: bool = False
) -> Outputs:
    """Begin a form with the values in `words`. A proposal first asks whether it is wanted at all.

    `is_chore` means that the words are known to describe work.
    """
    form, situation = FORMS[kind], situation_of(pack)
    works = split_two_works(words, pack.now.date()) if kind == "create_agent" and not is_proposal else None
    pages = note_other_pages(words) if kind == "create_agent" else ""
    words, channel = cut_channel(with_first_page(without_praise(works.first if works else words)))
    words, labelled = cut_labels(words)
    labelled |= {"destination": channel} if channel else {}
    words, off = cut_days_off(words, situation)
    slots = leaving_out(begin_form(words, slots=form.names, situation=situation), off, situation)
    slots |= {slot: value for slot, value in labelled.items() if slot in form.names}
    words = cut_time(words)[0] if AT in slots else words
    if purpose := _purpose(kind, words, situation, is_work=is_proposal or is_chore):
        slots[form.slots[0].name] = purpose
        slots = _in_project(pack, slots, words) if kind == "create_agent" else slots
        slots = drop_remarks(slots, words) if is_proposal or is_chore else slots
    elif not is_proposal:
        slots |= take_verbatim(pack, form, words, times=1)
    draft = fill_defaults(pack, Draft(kind, slots, id=str(new_id())))
    if is_proposal:
        return propose_agent(pack, form, replace(draft, asking="start"))
    parted = _PARTED.format(plain(works.second.rstrip(" .?!"))) if works else ""
    unread = _UNREAD.format(plain(words)) if not purpose and len(words.split()) > _MERE else ""
    said = [note_kept_draft(pack), parted, unread, pages]
    outputs = ask_next(pack, form, with_next(pack, form, draft), said=" ".join(filter(None, said)))
    return _with_limit(pack, words, outputs) if kind == "create_agent" else outputs


async def _with_limit(pack: ContextPack, words: str, outputs: Outputs) -> Outputs:
    """Yield the first question of a draft, behind what no agent can do here."""
    limit = await describe_first(pack, words)
    if limit:
        yield TextDelta(limit)
    async with aclosing(outputs):
        async for output in outputs:
            yield output


def _in_project(pack: ContextPack, slots: dict[str, str], words: str) -> dict[str, str]:
    """Return slots whose purpose and instructions name the project meant, which may be named before."""
    standing = situation_of(pack, scope=STANDING)
    texts = {"instructions": strip_opening(words), **slots}
    request = with_project_before(words, pack.said, standing.projects)
    work = {slot: in_project(texts[slot], request, standing) for slot in ("purpose", "instructions")}
    each = {slot: for_each_project(text, standing.projects) for slot, text in work.items()}
    return {**slots, **each}


def _purpose(kind: DraftKind, words: str, situation: Situation, *, is_work: bool = False) -> str:
    if kind == "create_skill":
        return tidy_purpose(words, link="that") if words else ""
    purpose = read_purpose(words) or ("" if is_work else tidy_purpose(strip_opening(words)))
    told = is_work and len(purpose.split()) > _POINTS  # 'copy it across to the sheet' is work
    return purpose if told or not is_talk(purpose) or purpose_question(purpose, situation) else ""
