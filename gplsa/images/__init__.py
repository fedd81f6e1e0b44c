"""Pictures: reading them safely, and the visual words they are made of."""

from gplsa.images.decode import picture_pixels, small_picture
from gplsa.images.vocabulary import Region, VisualVocabulary

__all__ = ["Region", "VisualVocabulary", "picture_pixels", "small_picture"]
