#pragma once

#include <functional>
#include <string>
#include <vector>

namespace flitscope::tb {

/// Of a sweep that has none: the keys that tell its series apart with their values, loads and rates
/// left out; `otherwise` where nothing is left.
std::string default_series_name(const std::vector<std::string>& keys, const std::string& otherwise);

/// What is wrong with `name`: braces that do not match, or hold what is no key of an axis or in
/// one.
/// "": nothing.
std::string series_name_problem(const std::string& name,
                                const std::function<bool(const std::string& key)>& is_key);

/// `name` with the value of each {key} in its place.
std::string series_name(const std::string& name,
                        const std::function<std::string(const std::string& key)>& value);

}  // namespace flitscope::tb
