#pragma once

#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

// What BookSim2 has, by its names (networks/network.cpp, routefunc.cpp of
// github.com/booksim/booksim2), and what it is here.

struct BooksimNetwork {
    std::string name;
    std::string ours;  ///< kind of topology; "": there is none
    std::string what;  ///< one that there is none of, for messages
};
const BooksimNetwork* find_booksim_network(const std::string& name);  ///< nullptr: none of its
std::vector<std::string> booksim_networks_here();                     ///< names of those with ours

/// Routing functions, by the names without the network behind them.
const std::map<std::string, std::string>& booksim_routings();

/// What min_adapt does otherwise there, line by line. `allocator`: of VCs.
std::vector<std::string> differences_of_min_adapt(const std::string& allocator);

}  // namespace flitscope::tb
