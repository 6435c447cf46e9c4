"""Paths of the API for projects, their contents and history. Under /api/v1/."""

from django.urls import path

from omniforge.projects.api.documents import (
    DocumentMoveView,
    DocumentRestoreView,
    DocumentsView,
    DocumentView,
)
from omniforge.projects.api.edges import EdgesView, EdgeView
from omniforge.projects.api.entities import EntitiesView, EntityRestoreView, EntityView
from omniforge.projects.api.history import BatchUndoView, HistoryView, TurnUndoView
from omniforge.projects.api.projects import ProjectRestoreView, ProjectsView, ProjectTreeView, ProjectView
from omniforge.projects.api.search import ProjectSearchView, SearchView
from omniforge.projects.api.trash import TrashView

urlpatterns = [
    path("projects/", ProjectsView.as_view(), name="api-projects"),
    path("projects/<uuid:project_id>/", ProjectView.as_view(), name="api-project"),
    path("projects/<uuid:project_id>/restore/", ProjectRestoreView.as_view(), name="api-project-restore"),
    path("projects/<uuid:project_id>/tree/", ProjectTreeView.as_view(), name="api-project-tree"),
    path("projects/<uuid:project_id>/documents/", DocumentsView.as_view(), name="api-documents"),
    path("projects/<uuid:project_id>/entities/", EntitiesView.as_view(), name="api-entities"),
    path("projects/<uuid:project_id>/edges/", EdgesView.as_view(), name="api-edges"),
    path("projects/<uuid:project_id>/trash/", TrashView.as_view(), name="api-project-trash"),
    path("projects/<uuid:project_id>/history/", HistoryView.as_view(), name="api-project-history"),
    path(
        "projects/<uuid:project_id>/history/<uuid:batch>/undo/",
        BatchUndoView.as_view(),
        name="api-batch-undo",
    ),
    path("projects/<uuid:project_id>/search/", ProjectSearchView.as_view(), name="api-project-search"),
    path("search/", SearchView.as_view(), name="api-search"),
    path("turns/<uuid:turn_id>/undo/", TurnUndoView.as_view(), name="api-turn-undo"),
    path("documents/<uuid:document_id>/", DocumentView.as_view(), name="api-document"),
    path("documents/<uuid:document_id>/restore/", DocumentRestoreView.as_view(), name="api-document-restore"),
    path("documents/<uuid:document_id>/move/", DocumentMoveView.as_view(), name="api-document-move"),
    path("entities/<uuid:entity_id>/", EntityView.as_view(), name="api-entity"),
    path("entities/<uuid:entity_id>/restore/", EntityRestoreView.as_view(), name="api-entity-restore"),
    path("edges/<uuid:edge_id>/", EdgeView.as_view(), name="api-edge"),
]
