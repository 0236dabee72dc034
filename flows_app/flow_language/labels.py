"""What the editor's forms call the fields of the language, for sentences that authors read there.

The forms have the same words in `static/flows_app/editor/forms/words.js`; a test compares the two.
"""

_EVERYWHERE = {
    "name": "Name",
    "note": "Note",
    "when": "Only if",
    "next": "Then go to",
    "metadata": "Extra data for clients",
}

_LABELS = {
    "say": {"message": "Message", "options": "Quick replies", "wait_for_ack": "Wait until the user has seen it"},
    "collect": {
        "slot": "Slot to fill",
        "message": "Question",
        "options": "Quick replies",
        "reask": "Question when asked again",
        "max_attempts": "Attempts at most",
        "on_invalid": "After too many attempts go to",
        "always_ask": "Ask even if the slot is filled",
    },
    "confirm": {
        "message": "What the user agrees to",
        "options": "Answers",
        "on_deny": "If the user says no, go to",
        "slot": "Keep the answer in",
    },
    "action": {
        "call": "Action",
        "inputs": "What it gets",
        "outputs": "What to keep of its result",
        "timeout": "Seconds to wait at most",
        "retry": "Tries again if it fails",
        "on_error": "If it fails, go to",
    },
    "set": {"values": "Set slots", "clear": "Empty these slots"},
    "branch": {"cases": "Case", "default": "Otherwise", "slot": "Decide by the value of"},
    "while": {"condition": "Repeat while", "max_iterations": "Rounds at most"},
    "call": {"flow": "Flow", "inputs": "What it gets", "outputs": "What comes back"},
    "link": {"flow": "Flow", "inputs": "What it gets"},
    "generate": {
        "instruction": "Instruction to the language model",
        "context": "Slots it may see",
        "fallback": "Said if there is no model",
        "slot": "Keep the text in",
    },
    "handoff": {"message": "Message before it", "queue": "To whom"},
    "slot": {
        "type": "Kind of value",
        "description": "What it is",
        "choices": "Choices",
        "items": "Its items are choices of",
        "currency": "Currency",
        "prompt": "Question",
        "validators": "Must pass",
        "error_message": "Said when a value is refused",
        "initial": "Starts with",
        "normalise": "Tidied by",
        "sensitive": "Sensitive",
    },
    "flow": {
        "description": "What it does for the user",
        "triggers": "What people say to start it",
        "guard": "Can be started only if",
        "inputs": "Slots a caller may fill",
        "outputs": "Slots a caller gets back",
        "persist": "Slots kept for the next time",
        "language_version": "Version of the flow language",
    },
}


def label_of(form: str, key: str) -> str:
    """Of a field in the form of a type of step, of a slot or of the flow."""
    label = _LABELS.get(form, {}).get(key) or _EVERYWHERE.get(key)
    return label or (key[:1].upper() + key[1:]).replace("_", " ")
