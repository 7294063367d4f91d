#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

/// `key = value;` of a BookSim2 configuration file.
struct BooksimSetting {
    std::string key;
    std::string value;  ///< as written, without blanks: "8", "uniform", "hotspot({3,4},{1,1})"
    ConfigPosition position;
    bool stated = true;  ///< false: not in the file, BookSim2's default
};

/// The settings of a file in their order; of a key that comes twice the last one, as BookSim2 does.
/// Comments begin with `//`. Throws ConfigError, and nothing else, for what is no such file: `name`
/// stands for it.
std::vector<BooksimSetting> parse_booksim(const std::string& name, const std::string& text);

}  // namespace flitscope::tb
