"""The version of this package, which files are written with."""

VERSION = "0.2.0"
