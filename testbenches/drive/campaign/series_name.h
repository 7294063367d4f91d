#pragma once

#include <functional>
#include <string>
#include <vector>

namespace flitscope::tb {

/// The default name for a sweep: the keys that distinguish its series, with their values, without
/// loads and rates; `otherwise` if none is left.
std::string default_series_name(const std::vector<std::string>& keys, const std::string& otherwise);

/// What is wrong with `name`: braces that do not match, or hold what is no key of an axis or in
/// one.
/// "": nothing.
std::string series_name_problem(const std::string& name,
                                const std::function<bool(const std::string& key)>& is_key);

/// `name` with each {key} replaced by its value.
std::string series_name(const std::string& name,
                        const std::function<std::string(const std::string& key)>& value);

}  // namespace flitscope::tb
