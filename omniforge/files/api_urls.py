"""The paths of files in the API, under /api/v1/files/."""

from django.urls import path

from omniforge.files.api import FilesView, FileView, PictureView

urlpatterns = [
    path("", FilesView.as_view(), name="api-files"),
    path("<uuid:file_id>/", FileView.as_view(), name="api-file"),
    path("<uuid:file_id>/picture/", PictureView.as_view(), name="api-file-picture"),
]
