#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// A key of BookSim2 and its default there (booksim_config.cpp of github.com/booksim/booksim2).
struct BooksimKey {
    const char* name;
    const char* otherwise;  ///< "": none
    /// Why no other value than the default comes over, in a comment; null: it is translated, or
    /// changes nothing that we simulate.
    const char* no_equal;
};

/// All keys that BookSim2 knows.
const std::vector<BooksimKey>& booksim_keys();
std::vector<std::string> booksim_key_names();
/// The words of a comment that are keys of BookSim2.
std::vector<std::string> keys_named_in(const std::string& comment);

}  // namespace flitscope::tb
