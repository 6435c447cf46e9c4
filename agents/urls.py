"""The pages of agents."""

from django.urls import path

from agents.views import AgentListPage, AgentPage

urlpatterns = [
    path("agents/", AgentListPage.as_view(), name="agents"),
    path("agents/<slug:slug>/", AgentPage.as_view(), name="agent"),
]
