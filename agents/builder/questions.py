"""Messages about a draft: its open question, its contents, and the offer to begin it."""

from dataclasses import replace

from agents.builder import FORMS
from agents.builder.form import Form
from agents.builder.limits import describe_missing
from agents.builder.told import has_other_instructions
from agents.builder.unclear import repeat_question
from agents.context.open import Draft, OpenDraft
from agents.context.pack import ContextPack
from agents.events import AgentPhase, DialogueChanged, Outputs, TextDelta, Wizard
from agents.models import AgentDefinition
from agents.tools.connected import suggest_connected
from agents.tools.readiness import gaps_of
from intent.forms.filled import PLACES
from intent.types import ActionType, Pending
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_MORE = 15  # characters
_UNCREATED = "Not created yet: {}. Say “where were we?” to go on with it."
_KEPT = "I keep your first draft, to {}. Say “where were we?” once this one is done."


async def propose_agent(pack: ContextPack, form: Form, draft: Draft) -> Outputs:
    """Offer an agent to a person who described a chore."""
    when = f" {draft.slots['when']}" if "when" in draft.slots else ""
    does = draft.slots.get(form.slots[0].name)
    about = f"It sounds like you want to automate this: {does}. " if does else ""
    deed = f"that does it{when}" if does else "for that"
    yield TextDelta(f"{about}I can create an agent {deed}. {form.question(draft)}")
    yield DialogueChanged(pack.dialogue.gone_on().opened(as_open(form, draft)))


def note_kept_draft(pack: ContextPack) -> str:
    """Say that the draft asked about so far stays, and how to come back to it, empty if there is none."""
    top = pack.dialogue.top
    if not isinstance(top, OpenDraft) or top.left or top.is_offer:
        return ""
    form = FORMS[top.draft.kind]
    does = top.draft.slots.get(form.slots[0].name)
    return _KEPT.format(plain(does)) if does else ""


async def card_of(pack: ContextPack, form: Form, draft: Draft) -> Wizard:
    """Return a draft's card, with the connections that it lacks."""
    source, destination = (draft.slots.get(one, "") for one in ("source", "destination"))
    agent = AgentDefinition(source=source, destination=destination)
    missing = await in_database(gaps_of, pack.access, agent) if source or destination else ()
    wizard = form.wizard(draft)
    if draft.kind == "create_agent" and draft.asking in PLACES:
        wizard = await in_database(_with_connected, pack, wizard, draft.asking)
    return replace(wizard, missing=tuple(missing))


def _with_connected(pack: ContextPack, wizard: Wizard, asking: str) -> Wizard:
    """Return a card with connected systems as suggestions, if it asks for a place."""
    more = tuple(suggest_connected(pack.access, asking))
    slots = (
        replace(slot, suggestions=(*slot.suggestions, *more)) if slot.name == asking else slot
        for slot in wizard.slots
    )
    return replace(wizard, slots=tuple(slots))


async def ask_next(pack: ContextPack, form: Form, draft: Draft, *, said: str = "") -> Outputs:
    """Yield the draft, its open question after `said`, and the state that waits for the answer."""
    yield await card_of(pack, form, draft)
    is_complete = draft.asking == "confirm"
    missing = await describe_missing(pack, draft) if is_complete else ""
    missing = "" if any(missing in str(one.content) for one in pack.window) else missing  # it's said once
    question = form.question(draft) if said else repeat_question(pack, form, draft)
    asked = _recap(form, draft, missing) if is_complete else question
    gap = " " if said and not said.endswith("\n") else ""
    yield TextDelta(f"{said}{gap}{asked}")
    yield DialogueChanged(pack.dialogue.gone_on().opened(as_open(form, draft)))
    yield AgentPhase("waiting", "Waiting for your answer")


def _recap(form: Form, draft: Draft, missing: str) -> str:
    """Return the contents of a draft, with anything it names that is `missing` here, and the question."""
    facts = "\n".join([*form.facts(draft.slots), *_own_words(draft)])
    note = f"{missing}\n\n" if missing else ""
    return f"Here's the {form.noun}:\n\n{facts}\n\n{note}{form.question(draft)}"


def _own_words(draft: Draft) -> list[str]:
    """Return the instructions, if the person said more about the work than its purpose, or something else."""
    said, purpose = draft.slots.get("instructions", ""), draft.slots.get("purpose", "")
    is_more = len(said) > len(purpose) + _MORE
    lines = [one.rstrip(".") for one in said.splitlines() if one]
    is_shown = said and purpose and (is_more or has_other_instructions(draft.slots))
    return [f"- **Instructions**: {'. '.join(lines)}"] if is_shown else []


def as_open(form: Form, draft: Draft) -> OpenDraft:
    """Return a draft as an entry on the stack of open things."""
    action, question = ActionType(form.kind), form.question(draft)
    if draft.asking in ("confirm", "start"):
        return OpenDraft(draft, Pending(action, "confirm", question))
    return OpenDraft(draft, Pending(action, "slot", question, slot=draft.asking))


def note_uncreated(pack: ContextPack) -> str:
    """Say that an agent is being set up and isn't created yet, empty if none is."""
    drafts = [one.draft for one in pack.dialogue.open if isinstance(one, OpenDraft) and not one.is_offer]
    draft = next((one for one in reversed(drafts) if one.kind == "create_agent"), None)
    return _UNCREATED.format(plain(_subject(FORMS[draft.kind], draft))) if draft else ""


async def resume_draft(pack: ContextPack, draft: Draft, *, said: str = "") -> Outputs:
    """Say what is known of a draft after `said`, and repeat its question."""
    form = FORMS[draft.kind]
    facts = "\n".join(form.facts(draft.slots))
    so_far = f" So far we have:\n\n{facts}\n\n" if facts else " "
    yield await card_of(pack, form, draft)
    yield TextDelta(f"{said}We were setting up {_subject(form, draft)}.{so_far}{form.question(draft)}")
    yield DialogueChanged(pack.dialogue.opened(as_open(form, draft)))
    yield AgentPhase("waiting", "Waiting for your answer")


def _subject(form: Form, draft: Draft) -> str:
    does = draft.slots.get(form.slots[0].name)
    return f"{'an' if form.noun == 'agent' else 'a'} {form.noun}{f' to {does}' if does else ''}"
