"""manage_platform: changes the workspace by its services after a yes; for the rest points to Settings."""

from agents.actions import facts
from agents.actions.preferences import treat_preferences
from agents.actions.settings import Setting, apply, read_setting, setting_of
from agents.context import ContextPack
from agents.dialogue import Draft
from agents.events import AgentPhase, DialogueChanged, Operation, Outputs, TextDelta
from agents.preferences import read_preference
from intent.types import ActionType, Intent, Move, Pending
from omniforge.database import in_database
from omniforge.errors import Conflict, InvalidInput, NotFound

_ELSEWHERE = (
    "This is not something that I can change from a chat. On the Settings page you can invite people and "
    "change their roles, make API keys, see which model plays which role, and set the workspace's name, "
    "retention and time zone. From here I can change the retention, the name, the time zone and roles, "
    "and make an invitation link."
)


def manage_platform(pack: ContextPack, intent: Intent) -> Outputs:
    """Ask before changing the workspace, change it on a yes, and tell a member who can.

    How they like answers is each person's own: that is changed at once.
    """
    if wish := read_preference(pack.message):
        return treat_preferences(pack, wish)
    draft = pack.dialogue.draft
    if draft and draft.kind == "manage_platform" and intent.move and intent.move.move is Move.CONFIRM:
        return _apply(pack, setting_of(draft.slots))
    return _consider(pack, read_setting(pack.message))


async def _consider(pack: ContextPack, setting: Setting | None) -> Outputs:
    if not pack.access.is_administrator:
        who = await in_database(facts.administrators, pack.access)
        yield TextDelta(f"Only owners and admins can change the workspace. Here that is {who}.")
    elif setting is None:
        yield TextDelta(_ELSEWHERE)
    else:
        question = f"{setting.words}: shall I do it?"
        pending = Pending(ActionType.MANAGE_PLATFORM, "confirm", question)
        yield TextDelta(question)
        yield DialogueChanged(
            pack.dialogue.waiting(pending, Draft("manage_platform", setting.as_slots(), "confirm"))
        )
        yield AgentPhase("waiting", "Waiting for your answer")


async def _apply(pack: ContextPack, setting: Setting) -> Outputs:
    yield DialogueChanged(pack.dialogue.settled())
    try:
        done = await in_database(apply, access=pack.access, setting=setting)
    except (Conflict, InvalidInput, NotFound) as error:
        yield TextDelta(f"Nothing was changed. {error.message}")
        return
    yield Operation(
        "create" if setting.kind == "invite" else "update", done.entity_type, done.entity_name, "done"
    )
    yield TextDelta(done.said)
