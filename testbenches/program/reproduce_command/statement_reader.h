#pragma once

#include <set>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/program/reproduce_command/statement.h"

namespace flitscope::tb {

/// A text of several lines; the last one without its end.
void read_prose(ConfigSection& section, const std::string& key, std::string& target);

/// Refuses a value that is no expression of the curves `names`; `path`: of its key, for messages.
void check_expression(const ConfigNode& node, const std::string& path,
                      const std::set<std::string>& names);

/// The section `statements` of the file of a figure with these curves; `quick`: without those that
/// are not judged then. Throws ConfigError.
std::vector<Statement> read_statements(ConfigSection& root, const std::set<std::string>& names,
                                       bool quick);

}  // namespace flitscope::tb
