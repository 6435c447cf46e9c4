"""The language models that a workspace has connected.

services.py                   connect, test, change and remove a connection
roles.py                      which model has which role
connection_test.py            one real call before anything is saved, with its failure in a sentence
refusals.py                   keys that vendors refuse later
choice.py                     the models of a workspace's next turn
discovery.py                  servers on this machine
api.py, views.py, forms.py    the API and the pages
"""
