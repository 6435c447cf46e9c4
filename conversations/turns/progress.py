"""A turn's text and findings so far, folded from the master agent's events."""

import time
from dataclasses import dataclass, field
from typing import Any

from agents.context.dialogue import DialogueState
from agents.events import (
    ContextUsage,
    DialogueChanged,
    DryRunOffered,
    Event,
    Failure,
    Grounding,
    IfBrokenOff,
    IntentFound,
    ModelPicked,
    NotChecked,
    Operation,
    OptionsOffered,
    TextDelta,
    Wizard,
)
from agents.memory.state.evidence import TELLING
from conversations.turns.work import record_work
from conversations.wire.protocol import data_of
from intent.types import Intent

CHECKPOINT_SECONDS = 2.0
CHECKPOINT_CHARACTERS = 4096


@dataclass(slots=True)
class Progress:
    """Updated by `note` with each event. Times are monotonic, in seconds."""

    began: float = field(default_factory=time.monotonic)
    first_text: float | None = None
    pieces: list[str] = field(default_factory=list)
    intent: Intent | None = None
    dialogue: DialogueState | None = None
    failure: Failure | None = None
    shown: list[Event] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    told_usage: bool = False
    if_broken_off: str = ""
    is_checked: bool = True
    _saved_at: float = field(default_factory=time.monotonic)
    _unsaved: int = 0

    def note(self, event: Event) -> None:
        """Process one event. Those that show workspace objects are kept in `shown`."""
        if isinstance(event, TELLING):
            self.shown.append(event)
        match event:
            case TextDelta():
                self._note_text(event.text)
            case IntentFound():
                self.intent = event.intent
                self.metadata["intent"] = data_of(event)
            case OptionsOffered() | DryRunOffered() | Wizard() | Grounding() | ModelPicked():
                self.metadata[event.type] = data_of(event)
            case Operation() if event.status != "started":
                self.metadata.setdefault("operations", []).append(data_of(event))
            case ContextUsage():
                self.told_usage = True
            case Failure():
                self.failure = event
                self.metadata["error"] = data_of(event)
            case _:
                record_work(self.metadata, event)

    def keep(self, output: DialogueChanged | IfBrokenOff | NotChecked) -> None:
        """Keep what isn't an event, and is needed at the end."""
        match output:
            case DialogueChanged():
                self.dialogue = output.state
            case IfBrokenOff():
                self.if_broken_off = output.text
            case NotChecked():
                self.is_checked = False

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    @property
    def first_text_ms(self) -> int | None:
        return None if self.first_text is None else round((self.first_text - self.began) * 1000)

    @property
    def duration_ms(self) -> int:
        return round((time.monotonic() - self.began) * 1000)

    def checkpoint_due(self) -> bool:
        """True once if enough text, or time, has passed since the last checkpoint."""
        late = time.monotonic() - self._saved_at >= CHECKPOINT_SECONDS and self._unsaved > 0
        if not late and self._unsaved < CHECKPOINT_CHARACTERS:
            return False
        self._saved_at, self._unsaved = time.monotonic(), 0
        return True

    def _note_text(self, text: str) -> None:
        if self.first_text is None:
            self.first_text = time.monotonic()
        self.pieces.append(text)
        self._unsaved += len(text)
