from flows_app.languages.parts import Names, words

NAMES = Names(
    pointing=words(
        "it this that these those them him me us you someone somebody anyone anybody everyone everybody something"
        " anything nothing who whom what which where when back up off out over away down again around now here there"
    ),
    determining=words("a an some any another the every each no one all both"),
    leading_on=words(
        "from using via out off for with in on at by through because since as when if so but that which who instead"
        " every each to into today tomorrow tonight now asap right please thanks"
    ),
    verbs=words(
        "is are was were am be been has have had do does did can can't could will would won't should want need know"
        " think see get got i'm it's don't isn't doesn't"
    ),
    leading_on_together=frozenset(
        {("of", "my"), ("of", "the"), ("and", "then"), ("and", "also"), ("and", "tell"), ("and", "show")}
    ),
    slots=words("name surname recipient contact person who payee beneficiary friend"),
    no_names=words("a an some any the it this that them me someone somebody back change bit"),
)
