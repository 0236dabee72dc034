"""Real answers: of the demo bot that greets, and of one that hands over."""

ID = "0b6ad6f0-6a53-4d0a-9a2e-0c7f3a8e5d11"
CREATED = "2026-11-16T09:30:00.120000+00:00"
TOKEN = "IjBiNmFkNmYwLTZhNTMtNGQwYS05YTJlLTBjN2YzYThlNWQxMSI:1tKxyz:Yk3w"  # noqa: S105  it opens nothing
CURSOR = "WyIyMDI2LTExLTE2VDA5OjMwOjAwKzAwOjAwIiwgMV0"

GREETING = {
    "seq": 1,
    "role": "user",
    "kind": "text",
    "text": "hi",
    "options": [],
    "turn": 1,
    "created_at": CREATED,
    "client_id": "3f1c",
}
QUESTION = {
    "seq": 2,
    "role": "bot",
    "kind": "collect",
    "text": "What is your name?",
    "options": [],
    "turn": 1,
    "created_at": CREATED,
    "slot": "name",
    "input": {"type": "text"},
}
REPLY = {
    "seq": 4,
    "role": "agent",
    "kind": "text",
    "text": "Hello, this is Marta.",
    "options": [],
    "turn": 0,
    "created_at": CREATED,
    "metadata": {"agent": "Marta"},
}
RATING = {"score": 4, "comment": "Quick, and friendly."}
PENDING = {
    "type": "collect",
    "prompt": "What is your name?",
    "slot": "name",
    "input": {"type": "text"},
    "options": [],
    "seq": 2,
}

CONVERSATION = {
    "id": ID,
    "bot": "greeter",
    "channel": "web",
    "status": "waiting",
    "last_seq": 2,
    "pending": PENDING,
    "agent": None,
}
STARTED = {
    "id": ID,
    "bot": "greeter",
    "channel": "web",
    "status": "open",
    "last_seq": 0,
    "pending": None,
    "agent": None,
    "token": TOKEN,
}
INSPECTED = CONVERSATION | {
    "stack": [{"flow": "greet", "version": 1, "step": "ask_name"}],
    "slots": {"greet": {}},
}
LISTED = {
    "id": ID,
    "bot": "greeter",
    "channel": "web",
    "status": "waiting",
    "last_seq": 2,
    "agent": None,
    "user_ref": "customer-17",
    "user_verified": True,
    "language": "en",
    "metadata": {"page": "/pricing"},
    "rating": None,
    "created_at": CREATED,
    "updated_at": CREATED,
}
CLOSED = CONVERSATION | {"status": "closed", "pending": None}
HANDED_OFF = CONVERSATION | {"status": "handed_off", "last_seq": 3, "pending": None, "agent": {"name": "Marta"}}

BOT = {
    "slug": "greeter",
    "name": "Greeter",
    "public": True,
    "archived": False,
    "languages": ["en"],
    "default_flow": "greet",
    "flows": [{"name": "greet", "description": "Asks for a name and says hello.", "version": 1}],
}
WIDGET = {
    "bot": "greeter",
    "name": "Greeter",
    "languages": ["en", "es"],
    "language": "en",
    "message_length": 4000,
    "theme": {
        "colour": "#3b5bdb",
        "colour_scheme": "auto",
        "position": "end",
        "radius": 16,
        "avatar": "",
        "rating": False,
        "transcript": True,
        "restart": True,
        "accent_text": "#ffffff",
    },
    "texts": {"title": "Greeter", "subtitle": "", "greeting": "", "launcher": "Questions?", "placeholder": ""},
    "words": {"send": "Send", "typing": "{name} is typing…"},
}
VERSION = {"flow": "greet", "number": 1, "note": "First version", "published_at": CREATED, "live": True}

TURN = {
    "seq": 1,
    "first_seq": 1,
    "status": "done",
    "text": "hi",
    "event": None,
    "provider": "embedded",
    "commands": [{"type": "start_flow", "flow": "greet"}],
    "trace": {"ms": 1.4},
    "flows": [{"flow": "greet", "version": 1}],
    "failures": 0,
    "fault": None,
    "received_at": CREATED,
    "began_at": CREATED,
    "ended_at": CREATED,
}

EXPORT = {
    "conversation": {name: LISTED[name] for name in LISTED if name != "last_seq"},
    "messages": [GREETING, QUESTION],
    "slots": {"greet": {}},
    "turns": [
        {
            "turn": 1,
            "status": "done",
            "understood_by": "embedded",
            "commands": [{"type": "start_flow", "flow": "greet"}],
            "at": CREATED,
        }
    ],
    "actions": [],
    "journals": [
        {
            "flow_id": "7c2b1a52-0f0f-5b5e-9d0f-2f7f5a1c9b11",
            "turn": 1,
            "at": CREATED,
            "entries": [{"type": "started", "slots": {}, "bot_slots": {}, "version_id": 1}],
        }
    ],
}

EVENTS = """retry: 2000

id: 2
event: message
data: {"seq": 2, "role": "bot", "kind": "collect", "text": "What is your name?", "options": [], "turn": 1, …}

event: status
data: {"status": "waiting", "pending": {…}, "last_seq": 2, "turn": 1, "agent": null}

: still here

event: typing
data: {"active": true}

"""
