"""From a corpus to a trained model: what it will take, the fits, the validation."""
