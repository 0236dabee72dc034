from flows_app.languages.parts import About

ABOUT = About(hello="¡Hola!", understood_everywhere=True)
