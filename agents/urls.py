"""The pages of agents."""

from functools import partial

from django.urls import include, path
from django.utils.translation import gettext_lazy

from agents.definitions.services import install_skill, restore_agent, restore_skill, set_published
from agents.pages.agents import AgentAction, AgentListPage, AgentPage, DuplicateAgent, RunListPage, TrialPage
from agents.pages.cards import show_card
from agents.pages.schedules import SchedulesPage, pause, resume
from agents.pages.skills import SkillAction, SkillDownload, SkillListPage, SkillPage
from omniforge.tenants.views.actions import ServiceAction

urlpatterns = [
    path(".well-known/agent-card.json", show_card, name="agent-card"),
    path("agents/", AgentListPage.as_view(), name="agents"),
    path("agents/<slug:slug>/", AgentPage.as_view(), name="agent"),
    path("agents/<slug:slug>/trial/", TrialPage.as_view(), name="agent-trial"),
    path("agents/<slug:agent>/duplicate/", DuplicateAgent.as_view(), name="duplicate-agent"),
    path(
        "agents/<slug:agent>/publish/",
        AgentAction.as_view(
            service=partial(set_published, published=True),
            done=gettext_lazy("Its card can be read by anybody now."),
        ),
        name="publish-agent",
    ),
    path(
        "agents/<slug:agent>/withdraw/",
        AgentAction.as_view(
            service=partial(set_published, published=False), done=gettext_lazy("Its card is gone.")
        ),
        name="withdraw-agent",
    ),
    path(
        "agents/<slug:agent>/versions/<int:number>/restore/",
        AgentAction.as_view(
            service=restore_agent, done=gettext_lazy("It works as it did in that version again.")
        ),
        name="restore-agent",
    ),
    path("", include("agents.pages.hooks")),
    path("skills/", SkillListPage.as_view(), name="skills"),
    path(
        "skills/library/<slug:name>/install/",
        ServiceAction.as_view(
            service=install_skill, next_page="skills", done=gettext_lazy("The skill is yours now.")
        ),
        name="install-skill",
    ),
    path("skills/<slug:slug>/", SkillPage.as_view(), name="skill"),
    path("skills/<slug:slug>/export/", SkillDownload.as_view(), name="export-skill"),
    path(
        "skills/<slug:skill>/versions/<int:number>/restore/",
        SkillAction.as_view(
            service=restore_skill, done=gettext_lazy("It reads as it did in that version again.")
        ),
        name="restore-skill",
    ),
    path("runs/", RunListPage.as_view(), name="runs"),
    path("schedules/", SchedulesPage.as_view(), name="schedules"),
    path("schedules/<slug:agent>/pause/", pause, name="pause-agent"),
    path("schedules/<slug:agent>/resume/", resume, name="resume-agent"),
    path("settings/connections/", include("agents.tools.connections.urls")),
    path("settings/web-hooks/", include("agents.notifications.urls")),
    path("settings/", include("agents.policies.urls")),
]
