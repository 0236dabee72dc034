from flows_app.languages.parts import Answers, listed, words

ANSWERS = Answers(
    yes=listed(
        """
        yes, y, yep, yeah, yea, yup, ya, sure, ok, okay, of course, certainly, absolutely, definitely, correct, right,
        that's right, thats right, exactly, please do, go ahead, sounds good, true, affirmative, indeed, fine,
        perfect, great, i do, i am, i would, i have, it is, why not, by all means, no problem, please, i think so,
        i guess so, for sure
        """
    ),
    no=listed(
        """
        no, n, nope, nah, nay, never, not really, not at all, of course not, certainly not, absolutely not,
        definitely not, no thanks, no thank you, no way, negative, false, i don't, i dont, i do not, don't, dont,
        not now, not yet, wrong, incorrect, not correct, not right, that's not right, i don't think so,
        i dont think so, neither, none, nothing, i'm not, i am not, not today, without, no need, rather not,
        i'd rather not, it isn't, it's not
        """
    ),
    carriers=(
        r"it's|its|it is|it's called|it is called|that's|that is|that would be|that'd be|that'll be|it would be|it'd be"
        r"|it should be|it will be|make it|make that|let's say|lets say|i'd say|i would say|i think|i believe|i guess"
        r"|i think it's|i guess it's|i prefer|i'd prefer|i would prefer|i'd like|i would like|i'd go for|let's go with"
        r"|let's do|i'll take|i will take|i choose|i want|give me|put|put down|the answer is|how about|what about"
        r"|can you make it|can we do|could we do|can we make it|we'd like|we would like|we want|probably|around|about"
        r"|approximately|roughly|just|only|exactly|say|i think it was|i'll have|i will have"
        r"|we'll have|i'll go with|i'd go with|can i get|can i have|could i get|could i have|can we get|can we have"
        r"|may i have|i'll get|i'd love"
    ),
    naming=(
        r"my (?:[a-z]+ ){0,2}(?:name|[a-z]+) is|my name's|the (?:[a-z]+ ){0,3}is"
        r"|(?:his|her|their|our|its) (?:[a-z]+ ){0,2}is"
        r"|name is|name's|the name's|this is|call me|you can call me|just call me|people call me"
        r"|they call me|everyone calls me"
        r"|under the name(?: of)?|under the name is|it's under|put it under|under"
        r"|(?:he|she|it)(?:'s| is) called|called|named"
    ),
    weak_carriers="i'm|im|i am|for|to|with|at|in|on|from",
    ordinals={
        **{"last": -1, "latter": -1, "final": -1, "latest": -1, "bottom": -1, "penultimate": -2},
        **{"former": 1, "top": 1},
    },
    list_words=r"and|&|plus",
    typed_yes=words("yes y"),
    typed_no=words("no n"),
    nothing=words("none nobody nothing zero"),
    uhm=words("uhm um umm uh hmm hm well so oh ah eh"),
    wanted=("with", "want", "need", "add", "include", "including"),
    unwanted=("without", "no", "not", "don't need", "don't want", "dont need", "dont want", "skip"),
    articles="any|an?|the",
    asking_prefixes=words("is has have want wants need needs with include includes"),
    before_a_position=r"the|my|number|option|choice|no\.|nr|num|n\.?º",
    of="of",
    behind_a_position="one|option|choice|answer|of them|of those|of all",
    articles_of_positions="the",
    middle="middle|central|(?:one )?in the middle",
    behind_the_middle="one|option",
    without="without|no|neither",
    nor="nor|or",
    also="and|&",
    joining="and|&",
    determiners="the|my|our|its",
    copulas="is|are",
)
