"""How the shipped weights come about (`manage.py train_intent`). No message needs it."""
