"""The version of this package, which the build reads too, and that of the API which its types describe."""

VERSION = "0.1.0"
API_VERSION = "2026-11-29"
