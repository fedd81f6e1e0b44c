"""How things look wherever they are shown, in the app, in figures and in notebooks."""
