#pragma once

#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

// The keys of BookSim2 (booksim_config.cpp of github.com/booksim/booksim2) and its names
// (networks/network.cpp, routefunc.cpp there), and what they are here.

struct BooksimKey {
    std::string name;
    const char* otherwise = "";  ///< its default; "": none
    /// Why another value than the default cannot be translated, for a comment; null: it is
    /// translated, or changes nothing that we simulate.
    const char* no_equal = nullptr;
};

/// All keys that BookSim2 knows.
const std::vector<BooksimKey>& booksim_keys();
/// The words of a comment that are keys of BookSim2.
std::vector<std::string> keys_named_in(const std::string& comment);

/// BookSim2's names and ours.
using BooksimWords = std::map<std::string, std::string>;
const BooksimWords& booksim_allocators();
const BooksimWords& booksim_patterns();
/// Networks that Flitscope does not have, and what they are.
const BooksimWords& networks_without_equal();

/// How min_adapt differs there, line by line. `allocator`: of VCs.
std::vector<std::string> differences_of_min_adapt(const std::string& allocator);

}  // namespace flitscope::tb
