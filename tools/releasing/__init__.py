"""Makes a release: a tarball, a wheel, a source package for Debian, recipes, binary packages, and their checksums."""
