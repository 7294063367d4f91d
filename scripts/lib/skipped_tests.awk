# "  NAME: what is missing" for each test that was skipped, out of ctest's Testing/Temporary/LastTest.log. A test says
# `skipped: ...` at the beginning of a line; GoogleTest says `FILE:LINE: Skipped`, and what in the next line.
/^[0-9]+\/[0-9]+ Testing: / { test = $3 }
said { print "  " test ": " $0; said = 0 }
/^skipped: / { print "  " test ": " substr($0, 10) }
/^[^ ]+:[0-9]+: Skipped$/ { said = 1 }
