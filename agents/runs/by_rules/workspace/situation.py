"""Where rules stand when they carry out a wish: what there is, what the talk is about, what was answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from agents.dialogue import KeptThing
from agents.plans.by_rules.work import Missing, Shown
from agents.runs.by_rules.workspace.matching import meant, named_in, near, picked
from agents.runs.by_rules.workspace.things import Stock, Thing
from agents.tables.markdown import plain
from agents.workspace.reading.wishes import Reference
from omniforge.projects.focus import Focus
from omniforge.tenants.access import Access

_OFFERED = 6  # things that a question names
_NO_PROJECT = (
    "There is no project here yet. Say for example 'create a project called Launch', then I can do this."
)


class Unclear(Exception):
    """A wish cannot be carried out as it was said: `answer` asks for what is missing, or says why not."""

    def __init__(self, answer: Missing | Shown) -> None:
        super().__init__(answer)
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Situation:
    """`listed` are the things of the last list, `touched` those told of or changed last, `said` the answers
    to earlier questions by their names.
    """

    access: Access
    message: str
    today: date
    stock: Stock
    focus: Focus
    listed: Sequence[KeptThing]
    touched: Sequence[KeptThing]
    said: Mapping[str, str]

    @property
    def about(self) -> Thing | None:
        """The project that the talk is about."""
        return next((one for one in self.stock.projects if one.id == self.focus.project_id), None)

    @property
    def things(self) -> Sequence[Thing]:
        """The things that may be meant: those of the project that the talk is about, else all."""
        about = self.about
        return self.stock.within(about.id).things if about else self.stock.things

    def focused(self) -> Thing | None:
        """Return the one thing that the talk is about."""
        return next((one for one in self.stock.things if one.id == self.focus.thing_id), None)

    def still(self, kept: Sequence[KeptThing], kind: str = "") -> list[Thing]:
        """Return those of the things kept in mind that are there and part of what the talk is about."""
        found = (self.stock.find(one) for one in kept if kind in ("", one.kind))
        return [one for one in found if one and (not self.about or one.project_id == self.about.id)]

    def project(self, named: str = "") -> Thing:
        """Return the project to work in: that of the talk, the one that is named, the one in which the things
        are that were told of or changed last, or the only one.

        Raises Unclear where that cannot be told.
        """
        about = self.about
        if about and named and about not in self._named(named):
            raise Unclear(Shown(beyond(about.title, named)))
        return about or self._project_said(named)

    def _project_said(self, named: str) -> Thing:
        projects = self.stock.projects
        found = self._named(named) if named else named_in(self.message, projects)
        if not projects:
            raise Unclear(Shown(_NO_PROJECT))
        if not (named or found or "project" in self.said):
            found = self._spoken_of()
        if len(found) == 1 or (len(projects) == 1 and not named):
            return (found or projects)[0]
        return self.ask("project", found or projects, "In which project?" if found or not named else
                        f"There is no project '{plain(named)}'. Which one do you mean?")  # fmt: skip

    def _spoken_of(self) -> list[Thing]:
        """Return the projects in which the things are that were told of or changed last."""
        ids = {one.project_id for one in self.still(self.touched)}
        return [one for one in self.stock.projects if one.id in ids]

    def _named(self, named: str) -> list[Thing]:
        return meant(Reference(named, "project"), self.stock.projects)

    def ask(self, name: str, options: Sequence[Thing], question: str) -> Thing:
        """Return the option that was answered to the question `name`. Raises Unclear where none was yet."""
        if answer := self.said.get(name):
            chosen = picked(answer, options)
            if len(chosen) == 1:
                return chosen[0]
            options = chosen or options
        offered = list(options[:_OFFERED])
        lines = "\n".join(f"{number}. {self.line(one)}" for number, one in enumerate(offered, 1))
        choices = tuple((one.title, self._where(one)) for one in offered)
        raise Unclear(Missing(name, f"{question}\n\n{lines}", choices))

    def line(self, thing: Thing) -> str:
        """Return a thing in a line: its name, what and where it is."""
        where = self._where(thing)
        return f"**{plain(thing.title)}**{f', {where}' if where else ''}"

    def _where(self, thing: Thing) -> str:
        if thing.kind == "project":
            return ""
        state = f", {thing.state.replace('_', ' ')}" if thing.state else ""
        inside = "" if self.about else f" in {plain(self.stock.project(thing.project_id))}"
        return f"{thing.kind}{inside}{state}"

    def nothing_called(self, reference: Reference) -> Unclear:
        """Return that nothing is called so, so that nothing is changed, with what comes near."""
        return Unclear(Shown(f"{self.no_such(reference)}, so nothing was changed.{self.close_to(reference)}"))

    def no_such(self, reference: Reference) -> str:
        """Return the words, without a full stop, that nothing is called so."""
        where = f" in {plain(self.about.title)}" if self.about else ""
        return f"I found no {reference.kind or 'thing'} '{plain(reference.words)}'{where}"

    def close_to(self, reference: Reference) -> str:
        """Return a sentence, after a space, that names what comes near; empty where nothing does."""
        kind = reference.kind
        pool = self.stock.projects if kind == "project" else self.things
        close = near(reference.words, [one for one in pool if kind in ("", one.kind)])
        return f" Near it: {', '.join(self.line(one) for one in close)}." if close else ""


def beyond(about: str, other: str) -> str:
    """Say that something lies in another project than the one that the talk is about."""
    return (
        f"This conversation is about **{plain(about)}**, and '{plain(other)}' is no part of it. Nothing was "
        "changed. Open the other project, or a conversation about it, and say it there."
    )
