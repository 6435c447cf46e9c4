"""The events that a turn sends to its readers, declared once, by family.

    Event
    ├── turn.py
    │   ├── Session        the turn has begun: its number, the stored user message
    │   ├── AgentPhase     agent_state: thinking, executing, waiting, with a label in words
    │   ├── ModelPicked    model: which model was picked for the answer, and whether it could be had
    │   ├── IntentFound    intent: what was understood, how sure, by which method
    │   ├── ContextUsage   context_usage: tokens by part, budget, what was left out, the receipt
    │   ├── TextDelta      text_delta: a piece of the answer
    │   ├── Failure        error: code, message, retryable
    │   └── Done           done: the last one, always: how it ended, message id, usage
    ├── work.py
    │   ├── PlanMade       plan: its goal, stages and steps, before they run and when they are made anew
    │   ├── StepChanged    step: one step began, is done, failed or is skipped
    │   ├── ToolCalled     tool_call: a tool is called, in words and with its arguments
    │   ├── ToolAnswered   tool_result: what came of it, and how long it took
    │   ├── ApprovalAsked  approval: what waits for a person's word, why, with which arguments, until when
    │   └── FileWritten    file: a file that can be downloaded
    ├── changes.py
    │   ├── Operation      operation: an agent, skill, ... was created, changed, read (by name)
    │   ├── EntityPatched  entity_patch: a row of a project as it is now, by its difference to before
    │   └── StateChanged   state_delta: what the agent knows, assumes and expects, by its difference to
    before
    ├── sources.py
    │   ├── Grounding      grounding: whether documents can answer a question, and how that was found out
    │   └── SourcesCited   sources: what the answer rests on
    └── questions.py
        ├── Wizard         wizard: the open draft as a sentence, its slots and the one asked for now
        ├── OptionsOffered options: a question and what each choice would do
        └── DryRunOffered  dry_run_offer: a new agent can be tried without changing or sending anything

`DialogueChanged` is no event: it tells the turn engine what the conversation waits for from now on; nor is
`PromptSent`, from which the engine makes the turn's receipt. How each looks on the wire is written in
`conversations/wire/protocol.py` and docs/protocol.md.
"""

from agents.events.base import Event
from agents.events.changes import Action, EntityPatched, Operation, StateChanged
from agents.events.outputs import Output, Outputs, chained, choosing, give, in_turn, say
from agents.events.questions import DialogueChanged, DryRunOffered, Gap, OptionsOffered, Slot, Wizard
from agents.events.sources import Grounding, Source, SourcesCited
from agents.events.turn import (
    AgentPhase,
    ContextUsage,
    Done,
    Failure,
    IntentFound,
    ModelPicked,
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
    "IntentFound",
    "ModelPicked",
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
    "chained",
    "choosing",
    "give",
    "in_turn",
    "say",
]
