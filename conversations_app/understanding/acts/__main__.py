"""`python -m conversations_app.understanding.acts` fits the classifier anew after its examples were changed."""

from conversations_app.understanding.acts.classifier import save

if __name__ == "__main__":
    save()
