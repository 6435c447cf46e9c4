"""How the person likes answers: remembered, forgotten and told in a chat, by the services behind Settings."""

from agents.context import ContextPack
from agents.events import Operation, Outputs, TextDelta
from agents.preferences import PreferenceWish
from omniforge.database import in_database
from omniforge.errors import InvalidInput
from omniforge.tenants.preferences import add_preference, preferences_of, set_preferences

_NAME = "how you like answers"
_WHERE = "You can see and change it in Settings, under Your account."
_NO_MODEL = " Without a model my answers do not change with it; they will once one is set up."


def treat_preferences(pack: ContextPack, wish: PreferenceWish) -> Outputs:
    """Do what is wished with the person's own preferences in this workspace, and say what was done."""
    if wish.act == "remember":
        return _remember(pack, wish.line)
    return _forget(pack) if wish.act == "forget" else _tell(pack)


async def _remember(pack: ContextPack, line: str) -> Outputs:
    try:
        await in_database(add_preference, access=pack.access, line=line)
    except InvalidInput as error:
        yield TextDelta(f"I have not kept it. {error.message} {_WHERE}")
        return
    without = "" if pack.models.available("reply") else _NO_MODEL
    yield Operation("update", "preferences", _NAME, "done")
    yield TextDelta(f"I have kept it: it goes with all that you ask in this workspace.{without} {_WHERE}")


async def _forget(pack: ContextPack) -> Outputs:
    if not await in_database(preferences_of, pack.access):
        yield TextDelta("There was nothing to forget.")
        return
    await in_database(set_preferences, access=pack.access, text="")
    yield Operation("delete", "preferences", _NAME, "done")
    yield TextDelta("I have forgotten them.")


async def _tell(pack: ContextPack) -> Outputs:
    yield TextDelta(_told(await in_database(preferences_of, pack.access)))


def _told(preferences: str) -> str:
    if not preferences:
        return "You have told me none yet. Say, for example, 'remember that I prefer tables'."
    lines = "\n".join(f"> {line}" for line in preferences.splitlines())
    return f"How you like answers in this workspace, in your words:\n\n{lines}\n\n{_WHERE}"
