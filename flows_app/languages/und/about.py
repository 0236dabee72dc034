from flows_app.languages.parts import About

ABOUT = About(understood_everywhere=True)
