from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    """The workspace: projects, their document trees, entities and edges, what changed in them, and search."""

    name = "omniforge.projects"
    label = "projects"

    def ready(self) -> None:
        """Let the search index hear of every change."""
        from omniforge.projects.search.indexing import index_changes
        from omniforge.projects.signals import changed

        changed.connect(index_changes, dispatch_uid="search-index")
