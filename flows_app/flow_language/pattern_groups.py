"""The patterns in an order that people read: by what has happened to the user."""

PATTERN_GROUPS: dict[str, tuple[str, ...]] = {
    "Beginning and end": ("welcome", "goodbye", "done", "session_expired"),
    "Not understood": (
        "not_understood",
        "cannot_do",
        "chitchat",
        "no_longer_offered",
        "not_seen",
        "clarification",
        "clarification_choices",
        "clarification_confirm",
        "clarification_plain",
        "nothing_to_clarify",
        "which_flow",
    ),
    "Corrections, cancelling and going on": (
        "corrected",
        "already_done",
        "cancelled",
        "nothing_to_cancel",
        "resumed",
        "too_many_flows",
    ),
    "People": ("no_progress", "offer_cancel", "offer_person", "handed_off", "handed_back"),
    "When something goes wrong": (
        "failed",
        "outcome_unknown",
        "partly_done",
        "stepped_back",
        "started_afresh",
        "error",
    ),
}


def pattern_title(name: str) -> str:
    """`not_understood` as people write it."""
    return name.replace("_", " ").capitalize()
