"""The events that a turn sends to its readers, declared once, by family.

    Event
    ├── turn.py
    │   ├── Session        the turn has begun: its number, the stored user message
    │   ├── AgentPhase     agent_state: thinking, executing, waiting, with a label in words
    │   ├── ModelPicked    model: which model was picked for the answer, and whether it is available
    │   ├── IntentFound    intent: the classified intent, its confidence and method
    │   ├── ContextUsage   context_usage: tokens by part, budget, what was left out, the receipt
    │   ├── TextDelta      text_delta: a piece of the answer
    │   ├── Failure        error: code, message, retryable
    │   └── Done           done: the last one, always: how it ended, message id, usage
    ├── work.py
    │   ├── PlanMade       plan: its goal, stages and steps, before they run and whenever they change
    │   ├── StepChanged    step: one step began, is done, failed or is skipped
    │   ├── ToolCalled     tool_call: a tool is called, in words and with its arguments
    │   ├── ToolAnswered   tool_result: its outcome, and how long it took
    │   ├── ApprovalAsked  approval: a call that waits for a person: why, its arguments, its expiry
    │   └── FileWritten    file: a file that can be downloaded
    ├── changes.py
    │   ├── Operation      operation: an agent, skill, ... was created, changed, read (by name)
    │   ├── EntityPatched  entity_patch: the changes to a row of a project
    │   └── StateChanged   state_delta: changes in what the agent knows, assumes and expects
    ├── sources.py
    │   ├── Grounding      grounding: whether documents can answer a question, and the reasons
    │   └── SourcesCited   sources: the sources of the answer
    └── questions.py
        ├── Wizard         wizard: the open draft as a sentence, its slots and the one asked for now
        ├── OptionsOffered options: a question and what each choice would do
        └── DryRunOffered  dry_run_offer: a new agent can be tried without changing or sending anything

Four outputs aren't events: `DialogueChanged` tells the turn engine what the conversation waits for next,
`PromptSent` and `NotChecked` are sources of the turn's receipt, and `IfBrokenOff` ends a reply that breaks
off. The wire formats are in `conversations/wire/protocol.py` and docs/protocol.md.
"""

from agents.events.base import Event
from agents.events.changes import Action, EntityPatched, Operation, StateChanged
from agents.events.outputs import Output, Outputs, chain, give, in_turn, in_turn_once, offer_choices, say
from agents.events.questions import DialogueChanged, DryRunOffered, Gap, OptionsOffered, Slot, Wizard
from agents.events.sources import Grounding, Source, SourcesCited
from agents.events.turn import (
    AgentPhase,
    ContextUsage,
    Done,
    Failure,
    IfBrokenOff,
    IntentFound,
    ModelPicked,
    NotChecked,
    PromptSent,
    Session,
    TextDelta,
)
from agents.events.work import (
    ANY,
    ApprovalAsked,
    Expected,
    FileWritten,
    PlanMade,
    PlannedStage,
    PlannedStep,
    StepChanged,
    ToolAnswered,
    ToolCalled,
)

__all__ = [
    "ANY",
    "Action",
    "AgentPhase",
    "ApprovalAsked",
    "ContextUsage",
    "DialogueChanged",
    "Done",
    "DryRunOffered",
    "EntityPatched",
    "Event",
    "Expected",
    "Failure",
    "FileWritten",
    "Gap",
    "Grounding",
    "IfBrokenOff",
    "IntentFound",
    "ModelPicked",
    "NotChecked",
    "Operation",
    "OptionsOffered",
    "Output",
    "Outputs",
    "PlanMade",
    "PlannedStage",
    "PlannedStep",
    "PromptSent",
    "Session",
    "Slot",
    "Source",
    "SourcesCited",
    "StateChanged",
    "StepChanged",
    "TextDelta",
    "ToolAnswered",
    "ToolCalled",
    "Wizard",
    "chain",
    "give",
    "in_turn",
    "in_turn_once",
    "offer_choices",
    "say",
]
