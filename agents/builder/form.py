"""A form: the slots that a wizard fills in conversation, and the sentence that they form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agents.context.open import Draft, DraftKind
from agents.events import Slot, Wizard

Slots = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """One slot of a form."""

    name: str
    label: str
    question: Callable[[Slots], str]
    before: str | None = None  # precedes its value in the sentence; None: not in the sentence
    said_in: str = ""  # another slot whose words may already contain it
    default: str = ""  # used if the person doesn't mind
    is_offered: bool = False  # the question offers its default, so that a yes takes it
    suggestions: tuple[str, ...] = ()
    shown: Callable[[str, Slots], str] = lambda value, _slots: value  # formats its value for display
    about: str = ""  # its purpose, for whoever asks back


@dataclass(frozen=True, slots=True)
class Form:
    """The slots in the order of asking. The last one, the name, is proposed, not asked for.

    A draft also has hidden slots: `cron`; `instructions`, the person's own words; and `source_question`,
    the question to the source.
    """

    kind: DraftKind
    title: str
    noun: str
    slots: tuple[SlotSpec, ...]
    suggest_name: Callable[[Slots], str]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all slots that a message may fill."""
        return (*(spec.name for spec in self.slots), "instructions")

    def spec(self, slot: str) -> SlotSpec | None:
        return next((spec for spec in self.slots if spec.name == slot), None)

    def next_slot(self, slots: Slots) -> SlotSpec | None:
        """Return the first slot to ask for, or None if all are filled."""
        return next((spec for spec in self.slots[:-1] if not slots.get(spec.name)), None)

    def question(self, draft: Draft) -> str:
        """Return the open question."""
        if spec := self.spec(draft.asking):
            return spec.question(draft.slots)
        return "Shall I create it?" if draft.asking == "confirm" else "Want me to set that up?"

    def about(self, slot: str | None, draft: Draft) -> str:
        """Describe a slot. '' means the one being asked for. Empty for None."""
        spec = None if slot is None else self.spec(slot) or self.spec(draft.asking)
        return spec.about if spec else ""

    def facts(self, slots: Slots) -> list[str]:
        """Return the filled slots, one Markdown line each, with the name first."""
        said = [self.slots[-1], *self.slots[:-1]]
        shown = ((spec.label, spec.shown(slots[spec.name], slots)) for spec in said if slots.get(spec.name))
        return [f"- **{label}**: {value}" for label, value in shown]

    def wizard(self, draft: Draft) -> Wizard:
        """Return the draft as an event."""
        spoken = [
            spec
            for spec in self._spoken(draft.slots)
            if draft.slots.get(spec.name) or spec.name == draft.asking
        ]
        parts = [
            part for spec in spoken for part in (("text", spec.before or ""), ("slot", spec.name)) if part[1]
        ]
        slots = tuple(self._slot(spec, draft) for spec in self.slots)
        return Wizard(self.title, (*parts, ("text", ".")), slots, confirm=draft.asking == "confirm")  # type: ignore[arg-type]

    def _spoken(self, slots: Slots) -> list[SlotSpec]:
        return [
            spec
            for spec in self.slots
            if spec.before is not None
            and not (
                spec.said_in
                and spec.shown(slots.get(spec.name, "-"), slots).lower()
                in slots.get(spec.said_in, "").lower()
            )
        ]

    def _slot(self, spec: SlotSpec, draft: Draft) -> Slot:
        value = spec.shown(draft.slots.get(spec.name, ""), draft.slots)
        if spec.name == draft.asking:
            return Slot(spec.name, spec.label, value, "now", spec.suggestions)
        if value:
            first = spec is self.slots[0]
            return Slot(spec.name, spec.label, f"{value[:1].upper()}{value[1:]}" if first else value, "done")
        return Slot(spec.name, spec.label, self._planned(spec, draft.slots), "next")

    def _planned(self, spec: SlotSpec, slots: Slots) -> str:
        named = spec is self.slots[-1] and bool(slots.get(self.slots[0].name))
        return self.suggest_name(slots) if named else ""
