"""Conversations under way and ended, as the platform keeps them: what drop-off and impact are counted from."""

from collections.abc import Callable, Sequence

# A step (none, if the flow has come to its end), a status and how many of them.
Runs = Sequence[tuple[str, str, int]]

_SCRIPT = """
from uuid import uuid4
from django.utils import timezone
from conversations_app.models import Conversation, FlowRun
from flows_app.models import Flow
version = Flow.objects.get(name={name!r}).current_version
now = timezone.now()
for step, status, count in {runs!r}:
    for _ in range(count):
        conversation = Conversation.objects.create(bot=version.flow.bot)
        run = FlowRun(flow_id=uuid4(), conversation=conversation, version=version, started_at=now)
        run.step, run.status = step, status
        run.save()
"""


def keep_runs(shell: Callable[[str], object], name: str, runs: Runs) -> None:
    """Of the current version of the flow of that name; `shell` runs a script in the platform."""
    shell(_SCRIPT.format(name=name, runs=list(runs)))
