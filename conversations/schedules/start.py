"""Starting an agent by name, from a page or a program: a turn that needs no intent."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from agents.definitions.selectors import get_agent
from agents.models import AgentDefinition, AgentStatus, RunTrigger
from conversations.schedules.due_runs import conversation_of
from conversations.wire.commands import SendMessage
from omniforge.errors import Conflict
from omniforge.tenants.access import Access


def order_run(*, access: Access, agent: str, task: str, trigger: RunTrigger, message_id: UUID) -> SendMessage:
    """Return the message that runs an agent (name or id), with `task`, or as scheduled if there is none.

    The message goes into the agent's own conversation if the agent runs in this person's name. Others get a
    new conversation of their own. Raises NotFound, NotAllowed for auditors, and Conflict for a paused agent.
    """
    access.require_writer()
    runner = get_agent(access, agent)
    if runner.status == AgentStatus.PAUSED and trigger != RunTrigger.DRY_RUN:
        said = gettext("{agent} is paused. Resume it first.")
        raise Conflict(said.format(agent=runner.slug))
    return SendMessage(
        message_id,
        task.strip() or f"{'Dry run' if trigger == RunTrigger.DRY_RUN else 'Run'} of {runner.slug}",
        _conversation(access, runner),
        agent_id=runner.pk,
        trigger=trigger,
    )


@transaction.atomic
def _conversation(access: Access, agent: AgentDefinition) -> UUID | None:
    if agent.created_by_id != access.user_id:
        return None
    conversation = conversation_of(agent, access)
    AgentDefinition.objects.filter(pk=agent.pk).update(conversation_id=conversation.pk)
    return conversation.pk
