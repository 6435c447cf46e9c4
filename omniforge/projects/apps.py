from django.apps import AppConfig


class ProjectsConfig(AppConfig):
    """The workspace: projects, their document trees, entities and edges, their history, and search."""

    name = "omniforge.projects"
    label = "projects"

    def ready(self) -> None:
        """Subscribe the search index to changes."""
        from omniforge.projects.search.indexing import index_changes
        from omniforge.projects.signals import changed

        changed.connect(index_changes, dispatch_uid="search-index")
