"""A demo workspace: two people, three agents with their skills, and a project."""

from django.db import transaction
from django.utils import timezone

from agents.definitions.selectors import find_agents, find_skills
from agents.definitions.services import create_agent, create_skill
from agents.definitions.validation import AgentFields, SkillFields
from omniforge.projects.demo import make_demo_project
from omniforge.tenants.access import Access, access_of
from omniforge.tenants.models import Role, Tenant
from omniforge.tenants.people import create_person
from omniforge.tenants.services import add_member, create_tenant

SLUG = "larkfield"
OWNER, COLLEAGUE = ("maya@example.org", "Maya Lindqvist"), ("derek@example.org", "Derek Obi")

SKILLS = (
    SkillFields(
        slug="write-short-summary",
        description="Writes a summary of at most five sentences for people who were not there.",
        instructions="Say what changed, what is late, and who has to decide what. No adjectives.",
    ),
    SkillFields(
        slug="find-overdue-tickets",
        description="Finds tickets that are past their due date in a list of tickets.",
        instructions="A ticket is overdue when it was due before today and is not done. Oldest first.",
    ),
    SkillFields(
        slug="analyze-revenue",
        description="Compares revenue by plan and month and names the three largest changes.",
        instructions="Show a table, then three sentences. Give percentages with one decimal.",
    ),
)
AGENTS: tuple[tuple[AgentFields, str], ...] = (
    (
        AgentFields(
            slug="notion-reporter",
            description="Weekly Notion project summaries",
            instructions="Summarise what changed in each project since last Monday.",
            source="Notion",
            subject="all projects",
            destination="#updates in Slack",
            schedule="30 8 * * 1",
        ),
        "write-short-summary",
    ),
    (
        AgentFields(
            slug="jira-overdue-monitor",
            description="Daily overdue ticket alerts",
            instructions="Name each ticket past its due date, with its owner.",
            source="Jira",
            subject="tickets of the PLATFORM project that are past their due date",
            destination="#platform-leads in Slack",
            schedule="0 9 * * *",
        ),
        "find-overdue-tickets",
    ),
    (
        AgentFields(
            slug="financial-analyzer",
            description="Monthly financial analysis of revenue",
            instructions="Compare this month's revenue by plan with the month before.",
            source="Google Sheets",
            subject="revenue by plan",
            destination="this chat",
            schedule="0 9 1 * *",
        ),
        "analyze-revenue",
    ),
)


@transaction.atomic
def seed_demo(*, password: str) -> bool:
    """Create the missing parts of the demo workspace. Returns False if the workspace already existed.

    `password` is for accounts created now.
    """
    tenant = Tenant.objects.filter(slug=SLUG).first()
    made = tenant is None
    if tenant is None:
        tenant = create_tenant(
            slug=SLUG, name="Larkfield", owner_email=OWNER[0], owner_name=OWNER[1], password=password
        )
        colleague = create_person(email=COLLEAGUE[0], name=COLLEAGUE[1], password=password)
        add_member(tenant_id=tenant.pk, user=colleague, role=Role.ADMIN)
    owner = tenant.memberships.select_related("user").get(user__email=OWNER[0]).user
    _add_missing(access_of(owner, tenant_id=tenant.pk))
    return made


def _add_missing(access: Access) -> None:
    skills = set(find_skills(access).values_list("slug", flat=True))
    for skill in SKILLS:
        if skill["slug"] not in skills:
            create_skill(access=access, **skill)
    agents = set(find_agents(access, archived=True).values_list("slug", flat=True))
    for agent, skill_name in AGENTS:
        if agent["slug"] not in agents:
            create_agent(access=access, skills=(skill_name,), **agent)
    make_demo_project(access, timezone.localdate())
