"""Words of a plain yes in English."""

from flows_app.languages.parts import Agreement, Order, listed, words

AGREEMENT = Agreement(
    agreeing=listed(
        """
        yes, yeah, yea, yep, yup, yah, aye, uh huh, mhm, mm hmm,
        (oh|ah|um|uh|why|actually|hell|heck|but|and) (yes|yeah|yep|yup), (oh|but|why) of course,
        oh (absolutely|definitely), yes (i|we) (do|am|are|will|would|can|have|agree|confirm|want),
        yes (it|that|this) (is|does|will), yes you (can|may|should), yes they are, yes indeed,
        yes i want (it|that|this|to), sure, sure thing, for sure, sure why not, ok, okay, okey, oki, okie,
        okie (dokie|dokey), okey dokey, k, kk, okies, alright, allright, all right, alrighty, right, righto, right on,
        right you are, correct, exactly, precisely, indeed, of course, ofc, certainly, naturally, absolutely,
        definitely, totally, defo, affirmative, true, granted, bingo, spot on, 100%, one hundred percent, confirm,
        confirmed, confirming, (i|we) (hereby|can|do|) confirm,
        (i|we|) (hereby|) (confirm|approve|authorise|authorize|accept) (it|this|that), approved, approve,
        (i|we) (approve|authorise|authorize|accept|agree|consent), authorised, authorized, accepted, accept, agreed,
        (i|we) agree (to|with) (it|that|this), (i|we) (totally|fully|completely) agree,
        you have my (ok|okay|approval|permission|consent|confirmation|blessing|go ahead), permission granted,
        go ahead, go (right|straight) ahead, go for it, go on, go, do it, do (that|so|this), just do (it|that|so),
        (please|pls|plz) do,
        (let's|lets|let us) (do it|do this|do that|go|proceed|continue|go ahead|go for it|get it done), proceed,
        continue, carry on,
        you (may|can|should) (go ahead|go on|go|proceed|continue|do it|do that|do so|start|confirm), feel free,
        feel free to (proceed|continue|go ahead|do so|do it), make it (so|happen), get it done, get on with it,
        green light, deal, it's a deal, good to go, i say (yes|go|go ahead|do it), (my|the) answer is (yes|a yes),
        that's a (yes|definite yes), it's a (yes|go), a (clear|definite|big|firm) yes,
        consider it (confirmed|approved),
        (sounds|looks) (good|great|perfect|fine|right|correct|ok|okay|excellent|awesome|lovely|about right) (to me|),
        sounds like a plan, all (good|fine|correct|ok|okay|right|clear) (here|), good, great, perfect, fine, cool,
        awesome, excellent, brilliant, wonderful, fantastic, splendid, super, lovely, very (well|good), good by me,
        (that's|thats|that is|it's|its|it is|this is|everything is|everything's|all is|it's all|that's all|it is all|
            that is all|they are|they're|everything|that|it|this|details are|data is|information is) (perfectly|
            absolutely|totally|exactly|completely|all|just|quite|very|) (right|correct|fine|good|great|perfect|ok|okay|
            confirmed|accurate|in order|alright|all right),
        everything (looks|sounds) (good|great|right|correct|fine|perfect|ok|okay|in order),
        (that|it|this) (looks|sounds) (good|great|right|correct|fine|perfect|ok|okay),
        (that's|thats|that is|it's|it is) (it|the one|(exactly|just|) what i (want|wanted|asked for|meant|need)),
        exactly what i (want|wanted|asked for|meant|need), (that|it|this) works (for me|fine|), works for me, works,
        (that|it) (will|would) (do|work) (nicely|fine|for me|), (that'll|it'll) (do|work) (nicely|fine|for me|),
        (that|it) (would|will) be (great|perfect|good|fine|nice|lovely|wonderful|awesome|excellent|ideal),
        (that'd|it'd|that'll|it'll) be (great|perfect|good|fine|nice|lovely|wonderful|ideal), (that|it) suits me,
        suits me (fine|), (fine|ok|okay|good|alright|all right) (by|with) me,
        (i'm|im|i am|we're|we are) (ok|okay|fine|good|happy) with (it|that|this),
        (i'm|im|i am) (absolutely|quite|very|totally|completely|100%|pretty damn|) (sure|certain|positive),
        (i'm|im|i am) in, count me in, i do, i do (indeed|want to|want that|want it),
        (i'd|i would) (like|love) (that|it|to|this), (i|we) want (that|it|this|to), (i|we) want you to,
        (i|we) wish to, i like (it|that|this), you got it, you bet, you betcha, by all means,
        no (problem|problems|worries|objection|objections), no problem at all, not a problem, without (a|any) doubt,
        gladly, with pleasure, i (can't|cant|cannot|don't|dont) see why not, i have no objections,
        yes (it's|that's) (me|it|the one), yes yes
        """
    ),
    here=listed("y, ya"),
    kindness=listed(
        """
        please, pls, plz, thanks, thank (you|u), thankyou, thx, tnx, ty, tysm,
        (thanks|thank you|thank u) (very much|so much|a lot|a bunch|a million|again|in advance|ever so much|kindly|
            lots),
        (thanks|thank you) (very much|so much|a lot|) for (your|the|all your|all the) (help|assistance|time|service|
            support),
        (thanks|thank you) for (everything|helping|asking|checking), (many|much) thanks, much (appreciated|obliged),
        cheers, i appreciate it, that's (very|so) kind (of you|), (you're|you are) (very|so|too) kind,
        if you (would|could|please|would please|would be so kind), kindly, hi, hello, hey, (hi|hello|hey) there,
        good (morning|afternoon|evening|day|night), bye, goodbye, bye bye, good bye, see (you|ya) (soon|then|there|),
        have a (nice|good|great|lovely) (day|evening|weekend|night|one), take care, excuse me, now, right (now|away),
        straight away, at once, immediately, asap, as soon as (possible|you can), quickly, quick, fast, then, already,
        from my side, for me, nicely
        """
    ),
    called=listed(
        """
        sir, madam, ma'am, maam, man, mate, bro, dude, buddy, pal, dear, my (friend|dear), friend, guys, bot, robot,
        boss
        """
    ),
    manner=listed(
        """
        as (shown|requested|asked|discussed|agreed|described|planned|stated|proposed|above),
        as you (said|say|suggest|described|propose), as it is, like (that|this), that way
        """
    ),
    opening=listed("so, well, um, uhm, umm, uh, er, erm, and, just, simply"),
    leading=listed(
        """
        you (can|may|should) (now|go ahead and|), go ahead (and|with), go on and,
        (proceed|continue|carry on) (with|and), (let's|lets|let us) (go ahead and|go ahead with|proceed with|),
        (i|we) (really|do|) (want|wish|would like) (you|) to, i'd (like|love) (you|) to, i wanna, feel free to,
        (i'm|i am) (happy|ready) to, (i|we) (agree|consent) (to|with),
        (i|we) (confirm|approve|accept|authorise|authorize|want),
        (confirm|approve|accept|authorise|authorize) (that|), (yes|ok|okay|fine|agreed) (to|with),
        i'm (ok|okay|fine|happy) with, it's (ok|okay|fine) to
        """
    ),
    joining=listed(
        """
        to, from, for, of, the, a, an, my, your, our, his, her, their, this, that, on, at, in, with, by, out of
        """
    ),
    particle=listed(
        """
        yes, yeah, yep, yup, yea, yes please, ok, okay, sure, of course, correct, perfect, right, great
        """
    ),
    pronoun=listed("it, that, this, them, him, her, these, those, that one, this one, the one"),
    doing=listed(
        """
        do, make, execute, process, complete, finish, finalise, finalize, perform, submit, place, run, authorise,
        authorize, approve, confirm, accept, release, start, initiate, issue
        """
    ),
    ironic=listed(
        """
        (yeah|ya|yea) right, great just great, perfect just perfect, lovely just lovely, wonderful just wonderful,
        brilliant just brilliant, go (to|in|at|from|with|by)
        """
    ),
    misspelt={
        "yes": words("yse yesh yed tes ues yws yeas ys ye yss eys esy yesd"),
        "yeah": words("yeh yeha"),
        "okay": words("oka okya oaky okat"),
        "sure": words("shure suer sur"),
        "ahead": words("ahed"),
        "certainly": words("ofcourse"),
        "proceed": words("goahead"),
        "definitely": words("definetly"),
        "course": words("corse"),
        "right": words("rigth"),
        "please": words("plase pleas"),
        "that's": words("thats"),
    },
    never=words(
        """
        no not nor none never nothing nobody without don't dont doesn't won't can't cannot isn't if unless until till
        when while once only first before after later but however though although except instead otherwise or whether
        maybe perhaps probably could would should might want like need what why which who whose whom how where wait
        hold stop again another other more less half twice all every both i you we he she they is are am was were be
        been do does did have has had can will shall may must
        """
    ),
    no_verbs=words(
        "shall this that these those your everything does have will here there correct right okay sure ready then"
    ),
    orders={
        "send": Order(
            orders=words("send transfer wire pay remit"),
            asking=words("sends sending transfers pays paying payment transfer money"),
            nouns=("money", "the cash", "funds", "transfer", "payment", "amount"),
        ),
        "block": Order(
            orders=words("block freeze lock deactivate disable suspend"),
            asking=words("blocks blocking"),
            nouns=("card",),
        ),
        "book": Order(
            orders=words("book reserve schedule arrange"),
            asking=words("booking books reservation appointment"),
            nouns=("booking", "reservation", "appointment", "table"),
        ),
        "order": Order(
            orders=words("order buy purchase"),
            asking=words("ordering orders buying takeaway voucher"),
            nouns=("order", "purchase"),
        ),
        "change": Order(
            orders=words("change update modify save edit"),
            asking=words("changing updating"),
            nouns=("change", "changes", "update"),
        ),
        "open": Order(
            orders=words("open create add activate enable renew register apply submit request"),
            asking=words("opening creating adding renewal application loan"),
            nouns=("application", "request", "registration"),
        ),
        "call": Order(
            orders=words("call ring notify email tell"),
            asking=words("calling"),
            nouns=("call",),
        ),
        "cancel": Order(
            needs_a_yes=True,
            orders=words("cancel stop end delete remove erase close terminate drop"),
            asking=words("cancelling canceling deleting removing"),
            nouns=("cancellation",),
        ),
    },
    subjects=words("it that this"),
    persons=words("him her them"),
    others=words("his their"),
    articles=words("the my your"),
    strict=words("with by"),
    accompanying=words("with"),
    owning=words("of"),
    adding=words("and"),
    otherwise_asked="or",
    directions={
        "to": words("to for"),
        "from": words("from"),
        "in": words("in into"),
        "with": words("with"),
        "by": words("by"),
    },
)
