from flows_app.languages.parts import About

ABOUT = About(hello="Hello!", understood_everywhere=True)
