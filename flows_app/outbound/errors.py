class OutboundError(Exception):
    """A call that gave no answer. The text may be shown to authors: it holds no header, body, path or query."""


class OutboundRefused(OutboundError):
    """The guard said no. Nothing was sent, nothing was connected to."""


class OutboundFailed(OutboundError):
    """Tried, but there is no usable answer.

    `maybe_delivered`: the request may have reached the other side, so a repetition may do the thing twice.
    `repeatable`: the failure may be a passing one; an answer that is too long will be too long again.
    """

    def __init__(self, reason: str, *, maybe_delivered: bool, repeatable: bool = True) -> None:
        super().__init__(reason)
        self.maybe_delivered = maybe_delivered
        self.repeatable = repeatable
