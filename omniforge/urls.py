"""All paths: pages, the API under /api/v1/, its documents, health, and Django admin."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from omniforge.monitoring.health import healthz, readyz
from omniforge.monitoring.metrics import metrics

# The page's template cannot render OPTIONS responses.
_docs = SpectacularSwaggerSplitView.as_view(url_name="schema", http_method_names=["get", "head"])

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", _docs, name="api-docs"),
    path("api/v1/", include("omniforge.tenants.api_urls")),
    path("api/v1/", include("omniforge.projects.api_urls")),
    path("api/v1/calendar/", include("omniforge.calendar.api_urls")),
    path("api/v1/files/", include("omniforge.files.api_urls")),
    path("api/v1/", include("agents.api_urls")),
    path("api/v1/", include("conversations.api_urls")),
    path("", include("omniforge.tenants.urls")),
    path("", include("omniforge.projects.urls")),
    path("", include("omniforge.calendar.urls")),
    path("", include("agents.urls")),
    path("", include("conversations.urls")),
]

handler400 = "omniforge.web.problems.bad_request"
handler404 = "omniforge.web.problems.not_found"
handler500 = "omniforge.web.problems.server_error"
