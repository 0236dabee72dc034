from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("", include("conversations_app.pages.urls")),
    path("admin/simulator/", include("conversations_app.simulator.urls")),
    path("admin/language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("conversations_app.api.urls")),
    path("channels/", include("conversations_app.inbound.urls")),
    path("schemas/", include("flows_app.reference.urls")),
]

handler400 = "conversations_app.api.problems.bad_request"
handler404 = "conversations_app.api.problems.not_found"
handler500 = "conversations_app.api.problems.server_error"
