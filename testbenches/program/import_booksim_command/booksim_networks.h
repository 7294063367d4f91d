#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/program/import_booksim_command/booksim_file.h"

namespace flitscope::tb {

/// A network of BookSim2 as Flitscope has it.
struct BooksimNetwork {
    std::string topology;      ///< "{kind: mesh, size: [8, 8]}"
    std::string keys;          ///< BookSim2's keys that it comes from
    BooksimWords routings;     ///< BookSim2's names and ours: "dor": "{algorithm: dimension_order}"
    std::string usual;         ///< the routing where the file names none
    std::int64_t latency = 1;  ///< of all channels
    /// Latencies of other classes.
    std::vector<std::pair<std::string, std::int64_t>> latencies;
    std::string channels = "channels of one cycle";  ///< where the latencies come from
    std::vector<std::string> differences;
    /// Nodes at a router are a square of `square` x `square` in a grid of `rows` x `rows` nodes,
    /// and numbered by it; 0: they have our numbers.
    std::int64_t square = 0;
    std::int64_t rows = 0;

    /// The number here of BookSim2's node.
    std::int64_t node(std::int64_t number) const;
};

/// Throws ConfigError, which points at the setting: networks that Flitscope does not have.
BooksimNetwork booksim_network(const BooksimSettings& settings);

}  // namespace flitscope::tb
