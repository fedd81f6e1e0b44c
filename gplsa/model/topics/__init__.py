"""The topics of a trained model for a reader: which words are shown, names, what is
uninformative."""
