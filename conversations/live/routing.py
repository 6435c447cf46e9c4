"""Paths of sockets."""

from django.urls import path

from conversations.live.consumers import ChatConsumer

websocket_urlpatterns = [path("ws/chat/", ChatConsumer.as_asgi())]
