"""What an answer says once the words around it are gone: “uhm, it's Ana, please” is “Ana”."""

import re
from functools import lru_cache

from conversations_app.understanding.values.languages import vocabulary_of
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.vocabulary import alternatives

# They say that an answer follows, whatever was asked.
_CARRIERS = {
    "en": (
        r"it's|its|it is|it's called|it is called|that's|that is|that would be|that'd be|that'll be|it would be|it'd be"
        r"|it should be|it will be|make it|make that|let's say|lets say|i'd say|i would say|i think|i believe|i guess"
        r"|i think it's|i guess it's|i prefer|i'd prefer|i would prefer|i'd like|i would like|i'd go for|let's go with"
        r"|let's do|i'll take|i will take|i choose|i want|give me|put|put down|the answer is|how about|what about"
        r"|can you make it|can we do|could we do|can we make it|we'd like|we would like|we want|probably|around|about"
        r"|approximately|roughly|just|only|exactly|say|i think it was|i'll have|i will have"
        r"|we'll have|i'll go with|i'd go with|can i get|can i have|could i get|could i have|can we get|can we have"
        r"|may i have|i'll get|i'd love"
    ),
    "es": (
        r"es|es el|es la|son|seria|serian|sera|seran|pon|ponle|pongale|ponga|digamos|yo diria"
        r"|diria que|creo que|creo que es"
        r"|prefiero|preferiria|me gustaria|quiero|quisiera|queria|elijo|escojo|me quedo con|mejor|que sea|que sean|dame"
        r"|deme|ponme|la respuesta es|vamos con|pues|probablemente|sobre|unos|unas|alrededor de|mas o menos|solo"
        r"|solamente|exactamente|como|creo que era|creo que eran|creo que se llama|me pones|nos pones|ponnos|poned"
        r"|ponedme|querria|queremos|tomare|pedire"
    ),
}
# They say whose name follows. “I'm” and “for” begin other answers too, so only a short one may follow them.
_NAMING = {
    "en": (
        r"my (?:[a-z]+ ){0,2}(?:name|[a-z]+) is|my name's|the (?:[a-z]+ ){0,3}is"
        r"|(?:his|her|their|our|its) (?:[a-z]+ ){0,2}is"
        r"|name is|name's|the name's|this is|call me|you can call me|just call me|people call me"
        r"|they call me|everyone calls me"
        r"|under the name(?: of)?|under the name is|it's under|put it under|under"
        r"|(?:he|she|it)(?:'s| is) called|called|named"
    ),
    "es": (
        r"mi (?:[a-z]+ ){0,2}(?:nombre|[a-z]+) es|me llamo|me llaman|me dicen|se llama|se llaman"
        r"|el nombre(?: [a-z]+){0,2} es"
        r"|(?:el|la|su|nuestro|nuestra) (?:[a-z]+ ){0,3}es|llamame|puedes llamarme|a nombre de"
        r"|nombre de|mi nombre|llamado|llamada"
    ),
}
_WEAK = {"en": r"i'm|im|i am|for|to|with|at|in|on|from", "es": r"soy|somos|para|a|con|en|de|por|al"}
# “La Ana” is Ana, but “La Coruña” is what it is called.
_ARTICLES = re.compile(r"(?:el|la) ")


class Answer:
    """Where the answer proper stands in the plain text, and whether something said that it would follow."""

    def __init__(self, sentence: Sentence):
        self.sentence = sentence
        self.start, self.end = 0, len(sentence.plain)
        self.introduced = False
        self._strip_courtesies()
        self._strip_fillers()
        for _ in range(3):
            if not self.strip(_carriers(sentence.language)):
                break
        self._strip_courtesies()

    @property
    def plain(self) -> str:
        return self.sentence.plain[self.start : self.end]

    def span(self) -> tuple[int, int]:
        """In the text itself."""
        found = self.sentence.found(None, self.start, self.end, 1)
        # What was too long to be read is still the user's answer.
        return found.start, len(self.sentence.text.rstrip()) if self.sentence.is_cut else found.end

    def without_weak_carrier(self, *, articles: bool = True) -> "Answer":
        """For a short answer: “I'm Ana”, “para Ana”."""
        if not self.strip(_weak(self.sentence.language)) and articles and self.sentence.language == "es":
            self.strip(_ARTICLES)
        return self

    def strip(self, pattern: re.Pattern[str]) -> bool:
        """Whether there was such a carrier, with something behind it."""
        match = pattern.match(self.sentence.plain, self.start, self.end)
        if match is None or match.end() >= self.end:
            return False
        self.start, self.introduced = match.end(), True
        return True

    def _strip_fillers(self) -> None:
        while match := _FIRST_WORD.match(self.sentence.plain, self.start, self.end):
            vocabulary = self.sentence.vocabulary
            # “Thanks, Ana” is Ana, and “thanks for all” is what it says.
            is_said = match["word"] in vocabulary.courtesies and not match["mark"].strip()
            if match["word"] not in vocabulary.fillers or is_said or match.end() >= self.end:
                break
            self.start = match.end()

    def _strip_courtesies(self) -> None:
        while match := _courtesy(self.sentence.language).search(
            self.sentence.plain, max(self.start, self.end - 25), self.end
        ):
            if match.start() <= self.start:
                break
            self.end = match.start()


_FIRST_WORD = re.compile(r"(?P<word>[a-z]+)(?P<mark>[ ,.!…-]*)")


@lru_cache
def _carriers(language: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:{_NAMING[language]}|{'|'.join(sorted(_CARRIERS[language].split('|'), key=len, reverse=True))})[ ,:]+"
    )


@lru_cache
def _weak(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_WEAK[language]}) ")


@lru_cache
def _courtesy(language: str) -> re.Pattern[str]:
    words = alternatives((*vocabulary_of(language).courtesies, *vocabulary_of(language).hedges))
    return re.compile(rf"(?:(?:[,.!;… ]|\b)(?:{words})|[ .,!?;…]){{1,4}}$")
