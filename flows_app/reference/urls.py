from django.http import HttpRequest, JsonResponse
from django.urls import re_path
from django.views.decorators.http import require_safe

from flows_app.reference.schema import bot_schema, flow_schema


@require_safe
def schema(request: HttpRequest, name: str) -> JsonResponse:
    return JsonResponse(flow_schema() if name == "flow" else bot_schema(), content_type="application/schema+json")


urlpatterns = [re_path(r"^(?P<name>flow|bot)\.json$", schema, name="language-schema")]
