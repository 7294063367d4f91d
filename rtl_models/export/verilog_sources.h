#pragma once

#include <map>
#include <string>
#include <vector>

namespace flitscope::exported {

/// The modules that this Verilog text needs, and those that they need: text by file name. Each is
/// in a file of its own in one of the folders. Throws std::runtime_error for a folder that cannot
/// be read.
std::map<std::string, std::string> needed_sources(const std::string& text,
                                                  const std::vector<std::string>& folders);

/// Numbers of the routing functions that route.v lists, by the names of their instances.
std::map<std::string, int> listed_routings(const std::string& route_v);

/// The whole file. Throws std::runtime_error.
std::string read_source(const std::string& path);

/// A form with each @NAME@ replaced by its value.
std::string filled(const std::string& form, const std::map<std::string, std::string>& values);

}  // namespace flitscope::exported
