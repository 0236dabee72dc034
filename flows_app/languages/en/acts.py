"""English phrases whose act is sure."""

from flows_app.languages.parts import Acts, listed

ACTS = Acts(
    affirm=listed(
        """
        yes, yeah, yea, yep, yup, ya, y, yes sir, sure, sure thing, for sure, sure why not, ok, okay, k, kk, alright,
        all right, right, correct, exactly, precisely, indeed, of course, certainly, absolutely, definitely, totally,
        confirm, confirmed, i confirm, agreed, i agree, affirmative, true, yes please, go ahead, please go ahead,
        ok go ahead, go for it, do it, please do, do that, let's do it, lets do it, let's do that, proceed, continue,
        carry on, go on, sounds good, sounds great, sounds perfect, sounds fine, sounds like a plan, that sounds good,
        that sounds great, that sounds perfect, that sounds fine, looks good, looks right, looks correct, all good,
        good, great, perfect, fine, fine by me, fine with me, cool, awesome, excellent, wonderful, lovely, nice,
        very well, very good, that's right, thats right, that is right, that's correct, thats correct,
        that is correct, it's correct, it is correct, that's it, that's fine, that is fine, that's good, that's great,
        that's perfect, that works, that works for me, works for me, that will work, that'll work, that would work,
        that will do, that'll do, that would be great, that would be perfect, that would be good, that would be fine,
        that will be great, that will be fine, that will be perfect, that would be nice, that is perfect,
        that is great, that is good, that is confirmed, that suits me, suits me, that's what i want,
        that is what i want, that's the one, that's all correct, it's all correct, all correct, i would like that,
        i'd like that, i like it, i like that, i like that one, you got it, you bet, by all means, why not, uh huh,
        mhm, mm hmm, aye, no problem, no worries, no objections, not a problem, 👍, ✅
        """
    ),
    deny=listed(
        """
        no, nope, nah, naw, n, no no, no way, no thanks, no thank you, no thankyou, not really, not at all, not now,
        not yet, not today, not this time, not quite, not exactly, not right now, not at this time, not at the moment,
        not at this moment, not for now, not just yet, maybe later, perhaps later, possibly later, maybe later on,
        perhaps at a later time, maybe at a later time, later, yes but not now, not ready yet, i'm not ready yet,
        i'm fine thanks, maybe next time, maybe another time, some other time, nothing for now, nothing at the moment,
        not interested, i'm not interested, never, negative, false, incorrect, wrong, that's wrong, thats wrong,
        that is wrong, it's wrong, that's not right, that is not right, that's not correct, that is not correct,
        that isn't right, that isn't correct, not correct, not right, that's incorrect, that is incorrect,
        absolutely not, definitely not, certainly not, of course not, i don't think so, i dont think so,
        don't think so, i'd rather not, i would rather not, rather not, better not, please don't, don't, do not,
        don't do it, don't do that, no i don't, no i do not, no it isn't, no it's not, no it is not, no that's not,
        no need, i don't want that, i don't want it, i don't want to, i do not want that, i don't need it,
        i don't need that, i don't agree, i disagree, disagree, i don't like it, i don't like that, nothing,
        nothing else, no nothing else, that doesn't work, that does not work, that won't work, uh uh, nuh uh, 👎, ❌
        """
    ),
    cancel=listed(
        """
        cancel, cancel it, cancel this, cancel that, cancel please, please cancel, cancel everything, cancel all,
        cancel the process, cancel the operation, i want to cancel, i'd like to cancel, i want to cancel this,
        can you cancel this, can you cancel that, let's cancel, stop, stop it, stop this, stop that, please stop,
        stop here, i want to stop, let's stop, quit, exit, abort, forget it, forget that, forget this,
        forget about it, forget about that, never mind, nevermind, nvm, actually never mind, drop it, scrap that,
        scrap it, leave it, let's leave it, skip it, i changed my mind, i've changed my mind, changed my mind,
        i give up, start over, start again, restart, i don't want to continue, i don't want to go on,
        i don't want to do this, i don't want to do this anymore, i don't want this anymore
        """
    ),
    clarify=listed(
        """
        why, why not, what for, for what, how so, how come, what, huh, pardon, pardon me, sorry what, excuse me,
        come again, say again, say that again, repeat, repeat that, repeat please, please repeat, again please,
        can you repeat, can you repeat that, could you repeat that, can you say that again, what do you mean,
        what does that mean, what does it mean, what is that, what's that, what is this, i don't understand,
        i dont understand, i do not understand, don't understand, i don't get it, i don't understand the question,
        explain, please explain, can you explain, can you explain that, why do you need that, why do you need it,
        why do you need this, why do you ask, why do you want to know, what are my options, what are the options,
        what options do i have, which options do i have, which ones, like what, such as, for example, ?,
        what was the question, i'm confused
        """
    ),
    chitchat=listed(
        """
        hello, hello there, hi, hi there, hey, hey there, hiya, howdy, good morning, good afternoon, good evening,
        good day, greetings, how are you, how are you doing, how are you today, how's it going, what's up, sup,
        thanks, thank you, thankyou, thx, ty, thanks a lot, many thanks, thank you very much, thank you so much,
        thanks so much, cheers, much appreciated, bye, bye bye, goodbye, good bye, good night, see you, see you later,
        see ya, have a nice day, have a good day, have a great day, take care, who are you, what are you,
        what's your name, what is your name, are you a bot, are you a robot, are you human, are you real,
        tell me a joke, haha, hahaha, lol, nice to meet you, well done, good job, i love you
        """
    ),
    handoff=listed(
        """
        agent, human, operator, representative, real person, a person, a human, an agent, talk to a person,
        talk to a human, talk to an agent, talk to someone, speak to a person, speak to a human, speak to an agent,
        speak to someone, speak with someone, speak with an agent, customer service, customer support, live agent,
        live chat, i want to talk to a person, i want to talk to a human, i want to talk to someone,
        i want to talk to an agent, i want to speak to a person, i want to speak to a human,
        i want to speak to someone, i want to speak to an agent, i want an agent, i want a human,
        can i talk to a person, can i talk to a human, can i talk to someone, can i speak to a person,
        can i speak to a human, can i speak to someone, can i speak to an agent, manager, the manager, a manager,
        supervisor, a supervisor, receptionist, speak to the manager, talk to the manager, put me through to someone,
        put me through to a person, put me through to an agent
        """
    ),
    nothing=listed(
        """
        no idea, no one, nobody, no money, no more than, no less than, no later than, no earlier than, not sure,
        i'm not sure, right now, right away, sure about, good for, fine dining, stop by, end of, leave on, leave at,
        hey jude, thanks to, what is this charge, what about, what if, why not both
        """
    ),
    closing=listed(
        """
        that's all, that is all, thats all, that's all i need, that is all i need, that's all i needed,
        that is all i needed, that's everything, that is everything, that's everything i need, that will be all,
        that'll be all, that would be all, that's it for now, that is it for now, that's it for today,
        that's all for now, that is all for now, that's all for today, i'm all set, i am all set, all set, i'm good,
        i am good, i'm good for now, i'm done, i am done, we're done, no that's all, no that is all, no that's it,
        no that will be all, no that's everything, no i'm good, no i'm all set, yes that's all, yes that will be all
        """
    ),
    alone=listed(
        """
        i changed my mind, i've changed my mind, changed my mind, nothing, what, why, for example, such as
        """
    ),
    opening=listed(
        """
        yes, yeah, yea, yep, yup, yes please, sure, no, nope, nah, no thanks, no thank you, never mind, nevermind,
        nvm, forget it, forget about it, actually never mind, hello, hi, hey, hi there, hello there, hey there,
        good morning, good afternoon, good evening, sounds good, sounds great, that's right, that's correct,
        that's wrong
        """
    ),
    weak=listed(
        """
        ok, okay, k, kk, alright, all right, right, good, great, fine, cool, nice, sure, no problem, no worries,
        perfect, excellent, awesome, wonderful
        """
    ),
    filler=listed(
        """
        um, uh, er, erm, hmm, hm, mm, oh, ah, well, so, actually, please, look, listen, honestly
        """
    ),
    polite=listed(
        """
        please, thanks, thank you, thanks for your help, thanks for the help, thank you for your help,
        thank you for the help, thanks again, thank you again, thanks again for your help, for your help,
        for everything, thank you very much, thank you so much, thanks a lot, sir, madam, mate, man, dear, then,
        for now, for today, now, too, so much, very much, really, bot
        """
    ),
    linking=listed("but, and, so"),
    joining=listed(
        """
        except, only, instead, because, i meant, i mean, make it, change, can you, could you, i want, i would, i'd,
        i need, please
        """
    ),
)
