"""Parts that tell what a message does: its language, its dialogue act, what makes it a yes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flows_app.languages.parts.writing import Regex, Set


@dataclass(frozen=True, eq=False, kw_only=True)
class About:
    # First words of a visitor: shown in the preview of the widget.
    hello: str = ""
    # Whether people mix its words into other languages.
    understood_everywhere: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Samples:
    """Words that people write to a bot and that neither the acts nor Django's translations have often enough: they tell
    the language of a message. Without accents, as many people type. A word that two languages share is in both."""

    words: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Acts:
    """Short phrases whose dialogue act is sure; the longest that fits wins. Mixed: the language's own are right where
    two disagree."""

    affirm: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    cancel: tuple[str, ...] = ()
    clarify: tuple[str, ...] = ()
    chitchat: tuple[str, ...] = ()
    handoff: tuple[str, ...] = ()
    # They look like an act and are none: “no idea”.
    nothing: tuple[str, ...] = ()
    # They answer “anything else?” with a no, and are chitchat where nothing was asked.
    closing: tuple[str, ...] = ()
    # They are sure only if nothing follows.
    alone: tuple[str, ...] = ()
    # Anything may follow them where a yes or a no is expected: “yes change the amount”.
    opening: tuple[str, ...] = ()
    # They yield to what follows: “ok, forget it” is a cancel.
    weak: tuple[str, ...] = ()
    # Skipped before an act, and behind one.
    filler: tuple[str, ...] = ()
    polite: tuple[str, ...] = ()
    # They part a yes, a no or a cancel from what follows, as a comma does; the linking ones are skipped.
    linking: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Doubts:
    """A yes that leaves it open: verbose regular expressions. All of it is mixed."""

    # A question, and what may stand before it.
    before_asking: Regex = ""
    asking: Regex = ""
    hedging: Regex = ""
    # At the end it leaves something unsaid.
    unfinished: Regex = ""
    # A wish for time, and what may stand before and behind it.
    before_time: Regex = ""
    time: Regex = ""
    behind_time: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Order:
    """Verbs that order the same."""

    # As one tells somebody to do it, and as the bot asks whether to do it.
    orders: Set = frozenset()
    asking: Set = frozenset()
    # Nouns for doing it.
    nouns: tuple[str, ...] = ()
    # Alone it is more likely about the conversation.
    needs_a_yes: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Agreement:
    """All that a plain yes may be made of: any other word makes a message no yes. All of it is mixed.

    Parentheses hold alternatives; an empty one is none: “(that|it) is (all|) right” stands for four phrases.
    """

    # It means yes by itself; in this language only (“y” is “and” in Spanish); elsewhere, and something else here (“ja”
    # is a laugh in Spanish).
    agreeing: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    # It says nothing of the question: politeness, greetings, haste.
    kindness: tuple[str, ...] = ()
    # Words for the person spoken to; “to my boss” is somebody else.
    called: tuple[str, ...] = ()
    # Just as it was said; and the same, but not at the end, where it leaves something unsaid: “ok so”.
    manner: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    # It stands before an order: “you can send it”.
    leading: tuple[str, ...] = ()
    # It holds the words together that were shown: “from my”.
    joining: tuple[str, ...] = ()
    # It agrees to whatever stands before it: “50 to Ana, ok”; others would tell of it: “Ana agreed”.
    particle: tuple[str, ...] = ()
    # It stands for what is to be done, or for whom.
    pronoun: tuple[str, ...] = ()
    # It orders whatever is named behind it: “make the transfer”.
    doing: tuple[str, ...] = ()
    # It is made of these words and is no yes.
    ironic: tuple[str, ...] = ()
    # Short words, each with how it is typed in haste; longer ones are set right without a list.
    misspelt: Mapping[str, Set] = field(default_factory=dict)

    # They say how, when or whether something is to be done. A question may hold them; a yes that repeats them is none.
    never: Set = frozenset()
    # A question begins with its verb, “Print your statement?”, unless it begins with one of these.
    no_verbs: Set = frozenset()
    # Orders that confirmations are about, in groups with any name. They count where the question, or the name of the
    # flow, has a word of that group; elsewhere none of these words may stand in a yes.
    orders: Mapping[str, Order] = field(default_factory=dict)

    # Before a verb they make it a statement: “it confirms”.
    subjects: Set = frozenset()
    # Words for people other than the user who is asked, and for what is theirs.
    persons: Set = frozenset()
    others: Set = frozenset()
    # They may stand between a verb and what it does something to: “send *my* savings”.
    articles: Set = frozenset()
    # “confirm with Ana” and “approved by her” tell of somebody else: these join only what the question has behind the
    # same word; the last ones a noun, too: “go ahead with the transfer”.
    strict: Set = frozenset()
    accompanying: Set = frozenset()
    # “50 of Ana”: hers, or from her.
    owning: Set = frozenset()
    # “50 and 50”.
    adding: Set = frozenset()
    # Where another way of answering begins: “or shall I wait?”.
    otherwise_asked: Regex = ""
    # By to, from, in, with and by: the words that lead that way.
    directions: Mapping[str, Set] = field(default_factory=dict)

    # Where verbs carry their person: what stands before one in a statement (“lo envia”) but not behind “que”, and who
    # does it if they stand behind it (“que lo haga ella”).
    clitics: Set = frozenset()
    that: Set = frozenset()
    doers: Set = frozenset()
    # Whether a person named behind a verb without a preposition is the one who does it: “paga Ana”.
    doer_follows: bool = False
    # “si paga” begins a condition.
    conditions: Set = frozenset()
    # At the end of an order (“enviaselo”), those to me among them, of the first person (“renuevo”) and of the orders
    # that the same stem gives (“renueva”); and of what somebody has done, with its accent (“envié”).
    attached: Regex = ""
    attached_to_me: Regex = ""
    first_person: Regex = ""
    order_endings: tuple[str, ...] = ()
    past_endings: tuple[str, ...] = ()
