from collections.abc import Sequence

from django.db.models import Count

from conversations_app.models import FlowRun
from flows_app.models import Flow
from flows_app.ports import StepUsage


class UsageByRuns:
    """Tells authors where conversations stand, from the runs that are under way."""

    def of_flow(self, flow: Flow) -> Sequence[StepUsage]:
        running = FlowRun.objects.filter(version__flow=flow, status=FlowRun.Status.RUNNING)
        by_place = running.values_list("version__number", "step").annotate(Count("conversation", distinct=True))
        return [StepUsage(*place) for place in by_place.order_by("version__number", "step")]
