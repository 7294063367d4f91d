#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// The rates of `--rates`: "a,b,c" as given, or "from:to:count" evenly spaced, both ends included
/// (count 1: `from` alone). Each 0..1e100, at most 100000 of them. Throws OptionError
/// ("rates") that names the model.
std::vector<double> parse_rates(const std::string& model, const std::string& text);

}  // namespace flitscope::tb
