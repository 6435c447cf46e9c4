"""Budgets: who sets and removes them, over REST and on the page, and that runs obey them."""

from decimal import Decimal

import pytest
from django.urls import reverse

from agents.definitions.services import create_agent
from agents.models import Budget, BudgetPeriod
from agents.policies.services import add_budget, remove_budget
from omniforge.errors import InvalidInput, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.agents.limits import limits_for
from tests.clients import browser, program
from tests.factories import make_member

pytestmark = pytest.mark.django_db
PATH = "/api/v1/budgets/"
DAY, TURN = BudgetPeriod.DAY, BudgetPeriod.TURN


@pytest.fixture
def budget(ann: Access) -> Budget:
    return add_budget(access=ann, period=DAY, tokens=50_000)


def test_run_limits_follow_the_budgets(ann: Access, amy: Access):
    agent = create_agent(access=ann, slug="reporter", description="Reports.")
    add_budget(access=ann, period=DAY, tokens=900, cost=Decimal("2.5"))
    add_budget(access=ann, period=TURN, agent="reporter", tokens=700)
    add_budget(access=ann, period=TURN, user="AMY@acme.example", calls=3, seconds=20)
    assert limits_for(ann, None).tokens == 900 and limits_for(ann, None).cost == Decimal("2.5")
    assert limits_for(ann, agent).tokens == 700
    assert (limits_for(amy, None).calls, limits_for(amy, None).seconds) == (3, 20)


def test_added_and_removed_budget_is_audited(ann: Access, budget: Budget):
    remove_budget(access=ann, budget_id=budget.pk)
    entries = AuditEntry.objects.filter(target_type="budget", target_id=str(budget.pk)).order_by("pk")
    said = "Each day at most 50,000 tokens for everybody"
    assert [(one.action, one.reason) for one in entries] == [
        ("budget.added", said),
        ("budget.removed", said),
    ]
    assert not Budget.objects.exists()


@pytest.mark.parametrize("role", [Role.MEMBER, Role.AUDITOR])
def test_members_and_auditors_change_no_budgets(acme: Tenant, budget: Budget, role: Role):
    other = make_member(acme, role=role)
    with pytest.raises(NotAllowed):
        add_budget(access=other, period=DAY, tokens=1)
    with pytest.raises(NotAllowed):
        remove_budget(access=other, budget_id=budget.pk)
    assert list(Budget.objects.all()) == [budget]


def test_budget_of_another_workspace_is_not_found(bob: Access, budget: Budget):
    with pytest.raises(NotFound):
        remove_budget(access=bob, budget_id=budget.pk)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, set()),
        ({"tokens": 0}, {"tokens"}),
        ({"tokens": 1, "calls": -1}, {"calls"}),
        ({"tokens": 2**31}, {"tokens"}),
        ({"cost": Decimal(0)}, {"cost"}),
        ({"cost": Decimal(10**6)}, {"cost"}),
        ({"seconds": 60}, {"seconds"}),  # a daily budget has no time limit
        ({"tokens": 1, "agent": "nobody"}, {"agent"}),
        ({"tokens": 1, "agent": "theirs"}, {"agent"}),
        ({"tokens": 1, "user": "bob@globex.example"}, {"user"}),
        ({"tokens": 1, "user": "ann@acme.example", "agent": "ours"}, {"user"}),
    ],
)
def test_invalid_budget_has_field_errors(ann: Access, bob: Access, fields, wrong):
    create_agent(access=ann, slug="ours", description="Ours.")
    create_agent(access=bob, slug="theirs", description="Theirs.")
    with pytest.raises(InvalidInput) as refused:
        add_budget(access=ann, period=DAY, **fields)
    assert set(refused.value.fields) == wrong
    assert not Budget.objects.exists()


def test_budget_is_created_listed_and_deleted_over_rest(ann: Access):
    client = program(ann)
    body = {"period": "month", "user": "ann@acme.example", "cost": "12.50", "calls": 7}
    made = client.post(PATH, body, "application/json")
    assert made.status_code == 201
    left_out = {"agent": None, "tokens": None, "seconds": None}
    assert made.json() == {"id": made.json()["id"], **left_out, **body, "cost": "12.5000"}
    assert client.get(PATH).json() == [made.json()]
    assert client.delete(f"{PATH}{made.json()['id']}/").status_code == 204
    assert client.get(PATH).json() == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"tokens": 5}, "period"),
        ({"period": "year", "tokens": 5}, "period"),
        ({"period": "day", "tokens": "5"}, "tokens"),
        ({"period": "day", "cost": "0"}, "cost"),
        ({"period": "day", "cost": "0.00001"}, "cost"),
        ({"period": "day", "tokens": 5, "agent": "nobody"}, "agent"),
    ],
)
def test_rest_errors_are_given_by_field(ann: Access, body, field):
    answer = program(ann).post(PATH, body, "application/json")
    assert answer.status_code == 400 and list(answer.json()["errors"]) == [field]


def test_member_reads_but_cannot_change_budgets_over_rest(amy: Access, budget: Budget):
    client = program(amy)
    assert [one["id"] for one in client.get(PATH).json()] == [str(budget.pk)]
    assert client.post(PATH, {"period": "day", "tokens": 5}, "application/json").status_code == 403
    assert client.delete(f"{PATH}{budget.pk}/").status_code == 403
    assert list(Budget.objects.all()) == [budget]


def fields(**changes: str) -> dict[str, str]:
    return {"period": "day", "amount": "50000", "unit": "tokens", "whom": ""} | changes


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (fields(), "Each day at most 50,000 tokens for everybody"),
        (fields(unit="cost", amount="2.5", period="month"), "Each month at most $2.50 for everybody"),
        (fields(unit="cost", amount="0.0125"), "Each day at most $0.0125 for everybody"),
        (fields(unit="calls", amount="1", whom="agent:reporter"), "1 tool call for the agent reporter"),
        (
            fields(unit="seconds", amount="90", period="turn", whom="user:ann@acme.example"),
            "For each answer at most 90 seconds for ann@acme.example",
        ),
    ],
)
def test_owner_adds_and_removes_a_budget_on_the_page(ann: Access, form, sentence):
    create_agent(access=ann, slug="reporter", description="Reports.")
    client = browser(ann)
    assert sentence in client.post(reverse("settings-limits"), form, follow=True).content.decode()
    remove = reverse("remove-budget", args=[Budget.objects.get().pk])
    assert "None yet" in client.post(remove, follow=True).content.decode()


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        (fields(amount="many"), "amount"),
        (fields(amount="2.5"), "amount"),
        (fields(amount="NaN"), "amount"),
        (fields(amount="0"), "__all__"),
        (fields(unit="seconds"), "__all__"),
        (fields(whom="user:bob@globex.example"), "whom"),
    ],
)
def test_invalid_budget_is_a_form_error_on_the_page(ann: Access, bob: Access, form, wrong):
    answer = browser(ann).post(reverse("settings-limits"), form)
    assert set(answer.context["form"].errors) == {wrong}
    assert not Budget.objects.exists()


def test_member_sees_budgets_and_admins_on_the_page(amy: Access, budget: Budget):
    page = browser(amy).get(reverse("settings-limits")).content.decode()
    assert "50,000 tokens" in page and "ann@acme.example" in page
    assert "Add limit" not in page and "Remove" not in page
    browser(amy).post(reverse("remove-budget", args=[budget.pk]))
    browser(amy).post(reverse("settings-limits"), fields())
    assert list(Budget.objects.all()) == [budget]
