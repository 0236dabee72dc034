"""Every limit of authoring and of a running flow, in one place."""

# LangGraph's cost of a superstep grows with the nodes of the graph, so a flow compiles to several small ones.
STEPS_PER_CHUNK = 32

# A turn that takes more steps than this is an endless loop of the author's.
STEPS_PER_TURN = 1_000

COMPILED_VERSIONS_IN_MEMORY = 500

NAME_LENGTH = 64
MESSAGE_LENGTH = 4_000
DESCRIPTION_LENGTH = 2_000
