"""What a question asks for, for readers of documents, talk, tasks and the calendar."""
