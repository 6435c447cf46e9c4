"""The work of an agent on the workspace: commands, or a question about work in any words."""

from intent.commands import Command, Reading, Situation, read_commands
from intent.commands.words import as_words
from intent.questions.work import WorkQuestion, read_work_question


def read_purpose(text: str, situation: Situation) -> Reading:
    """Return the commands of a purpose. If none covers it, its question about work."""
    found = read_commands(text, situation)
    asked = None if found.is_whole or "\n" in text else read_work_question(text, situation.now.date())
    if asked is None or not _tells_all(asked, situation):
        return found
    return Reading((Command("work.ask", {"question": asked, "sure": True}, words=text),))


def _tells_all(asked: WorkQuestion, situation: Situation) -> bool:
    """Return whether every word of a question is understood, or names a person or project."""
    leans = asked.points or asked.among or asked.her
    known = {word for one in (*situation.projects, *asked.names) for word in as_words(one)}
    return bool(asked.kind or asked.said) and not leans and known.issuperset(asked.topic)
