"""What a question asks for, of documents, of talk, of tasks and the calendar."""
