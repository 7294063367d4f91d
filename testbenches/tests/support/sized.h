#pragma once

#include <cstdlib>

namespace flitscope::tb {

/// How much a test does: `usual`, and `longer` where the long tests run (NAME_long_test; CMake's
/// flitscope_add_test has to know of them).
inline int sized(int usual, int longer) {
    return std::getenv("FLITSCOPE_LONG") == nullptr ? usual : longer;
}

}  // namespace flitscope::tb
