"""The version of this package, and nothing else: the build reads it, too."""

VERSION = "0.1.0"
