"""The paths of sources in the API, under /api/v1/sources/; each is named by its name or its id."""

from django.urls import path

from agents.tools.sources.api import SourceCheckView, SourcesView, SourceView

urlpatterns = [
    path("", SourcesView.as_view(), name="api-sources"),
    path("<str:source>/", SourceView.as_view(), name="api-source"),
    path("<str:source>/check/", SourceCheckView.as_view(), name="api-source-check"),
]
