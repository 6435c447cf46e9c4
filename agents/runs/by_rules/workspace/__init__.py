"""What rules do in projects without a model: find what is meant, change it by tools, tell what there is."""
