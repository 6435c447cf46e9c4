"""Where the tool `search` looks: in documents, work, earlier conversations, files and runs."""
