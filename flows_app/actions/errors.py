from flows_app.registry import ActionError


class UnknownOutcome(ActionError):
    """The other system may have done it, or not. It must not be repeated, and nobody may say that it failed."""
