"""Where the tool `search` looks: documents, work, earlier conversations, files and runs."""
