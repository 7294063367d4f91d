#pragma once

#include <string>

#include "testbenches/program/import_booksim_command/booksim_file.h"

namespace flitscope::tb {

/// Lengths of messages.
struct BooksimLengths {
    std::string yaml;  ///< of traffic.length
    double mean = 1;
    std::string keys;  ///< BookSim2's keys that it comes from
};

/// Throws ConfigError for other lists than {{A,B}}.
BooksimLengths booksim_lengths(const BooksimSettings& settings);

}  // namespace flitscope::tb
