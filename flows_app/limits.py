"""Every limit of authoring and of a running flow, in one place."""

from datetime import timedelta

# LangGraph's cost of a superstep grows with the nodes of the graph, so a flow compiles to several small ones.
STEPS_PER_CHUNK = 32

# A turn that takes more steps than this is an endless loop of the author's.
STEPS_PER_TURN = 1_000

# Flows under way in one conversation, interrupted ones and callers included: so many before the user can't start
# another one, and so many before a flow can't call another one.
FLOWS_ON_STACK = 10
CALLS_ON_STACK = 50
# Defaults of a bot's settings.
SESSION_MINUTES = 24 * 60
SESSION_MINUTES_AT_MOST = 10 * 365 * 24 * 60
RETENTION_DAYS = 365
RETENTION_DAYS_AT_MOST = 100 * 365
TURNS_WITHOUT_PROGRESS = 3

COMPILED_VERSIONS_IN_MEMORY = 500

# Default time of a language model's answer, unless a bot says otherwise.
LANGUAGE_MODEL_SECONDS = 10
LANGUAGE_MODEL_SECONDS_AT_MOST = 60
LANGUAGE_MODEL_TOKENS = 1_000
LANGUAGE_MODEL_TOKENS_AT_MOST = 32_000
# Longest key that can be entered.
LANGUAGE_MODEL_KEY_LENGTH = 1_000

# Older ones of a bot are deleted: a worker may still be about to load the last few.
CATALOGUES_KEPT = 5

# Messages of the conversation so far that a provider is given.
MESSAGES_REMEMBERED = 10

NAME_LENGTH = 64
# Length of a slot type's name, which plugins choose.
SLOT_TYPE_LENGTH = 20
MESSAGE_LENGTH = 4_000
# Longest message with its values filled in, and the largest argument of a filter.
RENDERED_LENGTH = 10_000
FILTER_ARGUMENT = 1_000
DESCRIPTION_LENGTH = 2_000
STEP_NOTE_LENGTH = 2_000
STEP_TYPE_LENGTH = 20

# Limits of a chat widget's look: its texts stand on a line, its greeting in a bubble; a radius is in pixels.
THEME_TEXT_LENGTH = 80
GREETING_LENGTH = 500
AVATAR_LENGTH = 500
RADIUS_AT_MOST = 32

STEPS_PER_FLOW = 5_000
NESTING_DEPTH = 50
# Limits of a draft as the editor sends it, right or wrong: bytes of the request, and depth of its JSON. Four levels
# of JSON make one of steps.
DOCUMENT_BYTES = 1_000_000
DOCUMENT_DEPTH = 4 * (NESTING_DEPTH + 2) + 20
# Older ones of a flow are deleted.
SNAPSHOTS_KEPT = 20
# One person's saves are one entry in the log for so long from the first on, so that somebody who writes all day has one
# for each ten minutes; and what it tells of changes.
SAVES_IN_ONE_GO = timedelta(minutes=10)
CHANGES_LOGGED = 50
# An open editor calls every few seconds: who has not called for so long is gone. Further tabs of a flow are not noted.
PRESENCE_SECONDS = 30
PRESENT_TABS = 50
PRESENCE_TAB_LENGTH = 64
PRESENCE_STEP_LENGTH = 200
OPTIONS_PER_STEP = 50
# Buttons under a bot's welcome.
STARTERS = 6
# Longest button text that the platform writes itself.
BUTTON_LENGTH = 60
VARIATIONS_PER_TEXT = 20
CHOICES_PER_SLOT = 500

EXPRESSION_LENGTH = 1_000
# Each macro goes through a list: three inside each other take a hundred elements to a million rounds.
NESTED_MACROS = 2
# Characters of a slot's value, as JSON: what expressions and messages can be made to work on.
VALUE_LENGTH = 8_000
JSON_DEPTH = 20
ITEMS_PER_VALUE = 100
# How far from today a date limit may lie.
DAYS_FROM_TODAY = 36_525
MACROS_PER_EXPRESSION = 4

ITERATIONS_PER_LOOP = 100

# Limits of a stored flow test.
SCRIPT_NAME_LENGTH = 200
TURNS_PER_SCRIPT = 200

ACTION_SECONDS = 30
ACTION_SECONDS_AT_MOST = 300
ACTION_RETRIES_AT_MOST = 5

# Rows that are looked at together when a whole bot is deleted.
DELETION_BATCH = 500

YAML_BYTES = 2_000_000
YAML_NODES = 200_000
YAML_DEPTH = 150
