#!/usr/bin/env python
"""Django's command line for OmniForge."""

import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError

from omniforge.storage.workspace_scope import enter_all_workspaces

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omniforge.settings")
    enter_all_workspaces()  # commands work for the site; `serve` confines each request by itself
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(f"OmniForge cannot start. {error}", file=sys.stderr)
        sys.exit(os.EX_CONFIG)  # starting again does not help
    except DatabaseError:
        from omniforge.management.pending_migrations import has_pending_migrations

        if not has_pending_migrations():
            raise
        print(
            "The database here is not prepared for this version. Run: python manage.py prepare, "
            "or set OMNIFORGE_VAR (DATABASE_URL) to what the site runs with.",
            file=sys.stderr,
        )
        sys.exit(os.EX_CONFIG)
    finally:  # else all that was loaded is looked through once more, which takes a third as long as a start
        gc.freeze()
