"""Orders about work that span several sentences or follow no template."""
