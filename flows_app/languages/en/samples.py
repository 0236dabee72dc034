"""English words by which a message is told from those in other languages."""

from flows_app.languages.parts import Samples

SAMPLES = Samples(
    words="""
        i me my mine we us our you your he she they them their it's i'm i'd i'll i've the this that these those what
        which who how when where why is are was were be been do does did have has had can could will would should want
        wanted need like give get got make made take put let go send sent pay paid show tell see check book buy order
        find help change move block lost call open close know think say said mean meant to of from with for at by on
        in into about before after until than then there here and or but not if because so just only also too very
        much many more less some any all both every another other one two three four five six seven eight nine ten
        twenty thirty forty fifty hundred today tomorrow tonight yesterday week month year day morning afternoon
        evening night monday tuesday wednesday thursday friday saturday sunday euro euros money account card bill
        price table room people person ticket name address phone please thanks thank hello hi hey good bad new old
        first last instead rather actually sorry already still again never always maybe
    """
)
