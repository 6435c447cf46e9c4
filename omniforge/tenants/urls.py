"""The paths of the door and of the settings."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from omniforge.tenants.views.door import AcceptInvitation, FirstAccount, SignIn

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("first-account/", FirstAccount.as_view(), name="first-account"),
    path("join/<str:token>/", AcceptInvitation.as_view(), name="invitation"),
]
