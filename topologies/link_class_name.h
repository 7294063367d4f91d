#pragma once

#include <string>
#include <vector>

namespace flitscope::topo {

/// Why a network cannot have a link class of this name beside `others`; empty: it can. Results,
/// their columns and JSON name classes: printable text in UTF-8, none that the ports of nodes have
/// there (injection, ejection), and no two that differ in blanks and underscores only, which stand
/// for each other in columns and in `link`.
std::string link_class_name_problem(const std::string& name,
                                    const std::vector<std::string>& others);

/// Link classes "dimension 0" .. "dimension n-1".
std::vector<std::string> dimension_names(int n);

/// The same name where blanks and underscores stand for each other.
bool same_link_class(const std::string& a, const std::string& b);

}  // namespace flitscope::topo
