"""Which calls need a person's approval first, and why."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from agents.context.unread import going_on_unread
from agents.models import Approval, ApprovalStatus, AskFirst, ToolRule
from agents.records.runs import pending_approvals
from agents.tools.address_check import Visit, check_address
from agents.tools.arguments import visible_arguments
from agents.tools.call import Call
from agents.tools.consent import (
    is_asked_for,
    is_in_own_words,
    is_named_for_deletion,
    is_named_setting,
)
from agents.tools.deletion_targets import targets_of
from agents.tools.own_creations import deletes_what_it_made
from agents.tools.tool import Ask, Effect, Risk, Tool
from agents.tools.untrusted import has_read_untrusted
from agents.tools.workspace.scope import Scope, Target
from omniforge.tenants.access import Access

_EXPIRES = timedelta(days=1)
_RULE = "A rule of this workspace asks first."
_ADDRESS = "Only texts that others wrote name this address, and a visit tells it that you are here."
_LASTING = "It cannot be taken back."
_BEYOND = "It has effects beyond this talk, so you decide."
_STRANGERS = (
    "I have read texts that others wrote, so I ask before I delete what you did not name, or write "
    "instructions that are followed later."
)

_UPLOADED = (
    "I have read a file, and nobody knows who wrote it, so I ask before I delete what you did not name, "
    "or write instructions that are followed later."
)


def asked_of(call: Call) -> QuerySet[Approval]:
    """Return the approvals that this call asked for earlier in its run."""
    run, tenant_id = call.run, call.run.pack.access.tenant_id
    return Approval.objects.filter(tenant_id=tenant_id, run_id=run.run_id, signature=call.signature)


def ask_first(call: Call) -> Approval | None:
    """Return the approval that decides on a call, pending at first, or None if nobody needs to be asked."""
    run, access = call.run, call.run.pack.access
    asked = asked_of(call).order_by("-id").first()
    if asked and not (asked.status == ApprovalStatus.REJECTED and call.signature in run.remarked):
        return _expired(asked)
    reason = _reason_to_ask(call)
    if not reason:
        return None
    _check(call)
    approval = Approval.objects.create(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        run_id=run.run_id,
        turn_id=run.pack.turn_id,
        signature=call.signature,
        tool=call.tool.name,
        what=_what(call),
        subject=call.tool.subject(call.arguments) if call.tool.subject else "",
        why=reason,
        arguments=visible_arguments(call.tool, call.arguments),
        expires_at=timezone.now() + _EXPIRES,
    )
    _mark_replaced(call, approval)
    return approval


def _mark_replaced(call: Call, approval: Approval) -> None:
    """Give waiting approvals of the same talk that this call takes the place of its own identity."""
    replaces, talk = call.tool.replaces, call.run.pack.conversation_id
    if replaces is None or talk is None:
        return
    scope = Scope.of(call.run.pack)
    waiting = pending_approvals(call.run.pack.access).filter(run__conversation_id=talk, tool=approval.tool)
    for one in waiting.exclude(turn_id=approval.turn_id):
        if replaces(call.arguments, one.arguments, scope):
            one.subject = approval.subject or approval.what
            one.save(update_fields=["subject"])


def _what(call: Call) -> str:
    """Return the text of what a person decides on."""
    told = call.tool.to_decide
    return told(call.arguments, Scope.of(call.run.pack)) if told else call.label


def _check(call: Call) -> None:
    """Raise the call's own errors: nobody is asked to approve an impossible call."""
    if call.tool.check and call.tool.arguments:
        call.tool.check(call.tool.arguments.model_validate(call.arguments), Scope.of(call.run.pack))


def _expired(approval: Approval) -> Approval:
    if approval.status == ApprovalStatus.PENDING and approval.expires_at <= timezone.now():
        approval.status = ApprovalStatus.EXPIRED
        approval.save(update_fields=["status"])
    return approval


def _reason_to_ask(call: Call) -> str:
    """Say why a person has to approve a call: by the tenant's rule, else by the call's effect.

    After a stranger's text, a deletion asks too unless the person ordered it by name (`consent.py`), and so
    do instructions for agents. If the person uploaded the file that was read, it is enough that
    their order has a telling word of each title, or of each value of a setting.
    """
    targets, rules = targets_of(call), _rules_on(call)
    if any(rule and _rule_asks(call, rule) for rule in rules):
        return _RULE
    if all(rules):
        return ""
    if reason := _reason_in_effect(call):
        return reason
    grave = call.risk.ask == Ask.AFTER_STRANGERS
    heard_one = grave and has_read_untrusted(call.run)
    if not (heard_one or (grave and call.run.uploaded)) or deletes_what_it_made(call):
        return ""
    with going_on_unread():  # words that the rules fail on order nothing
        if _is_ordered(call, targets, by_a_word=not heard_one):
            return ""
    return _STRANGERS if heard_one else _UPLOADED


def _is_ordered(call: Call, targets: Sequence[Target], *, by_a_word: bool) -> bool:
    if is_asked_for(call, targets) or is_in_own_words(call):
        return True
    return by_a_word and (is_named_for_deletion(call) or is_named_setting(call))


def _reason_in_effect(call: Call) -> str:
    """Say why a call asks whatever was read before, empty if it doesn't."""
    lasts = call.tool.lasts and call.tool.lasts(call.arguments, Scope.of(call.run.pack))
    if lasts or call.risk.ask == Ask.ALWAYS:
        return _LASTING if lasts or call.risk.effect == Effect.IRREVERSIBLE else _BEYOND
    return _ADDRESS if check_address(call) == Visit.ASKS_FIRST else ""


def _rules_on(call: Call) -> list[AskFirst | None]:
    """Return the workspace's rule for each act of a call, or for the whole tool if the act has none."""
    tenant_id, names = call.run.pack.access.tenant_id, call.ruled_as
    whole = {name.partition(".")[0] for name in names}
    rows = ToolRule.objects.filter(tenant_id=tenant_id, tool__in={*names, *whole})
    rules = dict(rows.values_list("tool", "ask_first"))
    found = (rules.get(name) or rules.get(name.partition(".")[0]) for name in names)
    return [AskFirst(rule) if rule else None for rule in found]


def _rule_asks(call: Call, ask: AskFirst) -> bool:
    if ask != AskFirst.ONCE:
        return ask == AskFirst.ALWAYS
    access = call.run.pack.access
    return not Approval.objects.filter(
        tenant_id=access.tenant_id,
        user_id=access.user_id,
        tool=call.tool.name,
        status=ApprovalStatus.APPROVED,
    ).exists()


def asks_each_time(access: Access, tool: Tool) -> bool:
    """Return whether every call of a tool waits for a person."""
    rule = ToolRule.objects.filter(tenant_id=access.tenant_id, tool=tool.name).first()
    return AskFirst(rule.ask_first if rule else default_ask(tool)) == AskFirst.ALWAYS


def default_ask(tool: Tool) -> AskFirst:
    """Return when a person is asked if the tenant has no rule for the tool."""
    changing = [usual_ask(risk) for risk in tool.acts.values() if risk.effect != Effect.READ]
    if changing:  # the acts that ask have their own settings
        return AskFirst.ALWAYS if set(changing) == {AskFirst.ALWAYS} else AskFirst.NEVER
    return usual_ask(tool.usual_risk)


def usual_ask(risk: Risk) -> AskFirst:
    """Return when a call of this risk asks, without a rule and without text by others."""
    return AskFirst.ALWAYS if risk.ask == Ask.ALWAYS else AskFirst.NEVER
