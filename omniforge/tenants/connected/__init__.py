"""The language models that a workspace has connected.

services.py     connect, test, change and remove a connection
roles.py        which model plays which role
testing.py      one real call before anything is saved, and its failure in a sentence
refusals.py     a key that is refused at work
choosing.py     the models of a workspace's next turn
discovery.py    servers on this machine
api.py, views.py, forms.py    the API and the pages
"""
