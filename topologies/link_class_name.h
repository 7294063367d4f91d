#pragma once

#include <string>
#include <vector>

namespace flitscope::topo {

/// Why a network with the link classes `others` cannot have one of this name, too; empty: it can.
/// Results, their columns and JSON use the names. So a name must be printable UTF-8 text, must not
/// be a name of node ports there (injection, ejection), and must differ from the others by more
/// than blanks and underscores, which are equivalent in columns and in `link`.
std::string link_class_name_problem(const std::string& name,
                                    const std::vector<std::string>& others);

/// Link classes "dimension 0" .. "dimension n-1".
std::vector<std::string> dimension_names(int n);

/// Whether two names are equal if blanks and underscores are equivalent.
bool same_link_class(const std::string& a, const std::string& b);

}  // namespace flitscope::topo
