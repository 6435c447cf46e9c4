"""The workspace for agents: resolving names, checking scope, import and export."""
