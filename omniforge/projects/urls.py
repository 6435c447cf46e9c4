"""The pages of projects."""

from django.urls import path
from django.utils.translation import gettext_lazy

from omniforge.projects.history_views import HistoryPage, RecentPart, TrashPage, UndoCall
from omniforge.projects.kinds import Kind
from omniforge.projects.views import ProjectListPage, ProjectPage, SearchPage, ThingPage, restore_project
from omniforge.tenants.views.actions import ServiceAction

urlpatterns = [
    path("projects/", ProjectListPage.as_view(), name="projects"),
    path("projects/search/", SearchPage.as_view(), name="search-projects"),
    path("projects/<uuid:project_id>/", ProjectPage.as_view(), name="project"),
    path(
        "projects/<uuid:project_id>/restore/",
        ServiceAction.as_view(service=restore_project, next_page="projects", done="The project is back."),
        name="restore-project",
    ),
    path("projects/<uuid:project_id>/recent/", RecentPart.as_view(), name="project-recent"),
    path("projects/<uuid:project_id>/history/", HistoryPage.as_view(), name="project-history"),
    path("projects/<uuid:project_id>/history/<uuid:batch>/undo/", UndoCall.as_view(), name="undo-call"),
    path("projects/<uuid:project_id>/trash/", TrashPage.as_view(), name="project-trash"),
    path(
        "projects/<uuid:project_id>/trash/<uuid:batch>/restore/",
        UndoCall.as_view(page="project-trash", done=gettext_lazy("It is back.")),
        name="restore-deleted",
    ),
    *(
        path(
            f"projects/<uuid:project_id>/{kind}s/<uuid:thing_id>/",
            ThingPage.as_view(),
            {"kind": kind},
            name=f"{kind}-page",
        )
        for kind in Kind
    ),
]
