# The note of a plug-in, written when LIBRARY is linked: LINES, a file, and the library's hash.
file(SHA256 ${LIBRARY} hash)
file(READ ${LINES} lines)
file(WRITE ${NOTE} "${lines}sha256 ${hash}\n")
