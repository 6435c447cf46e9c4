"""How the shipped weights come about: `manage.py train_intent`. Nothing here is imported to answer a message."""
