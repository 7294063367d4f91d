#pragma once

#include <optional>
#include <string>

namespace flitscope::tb {

/// The object `config` of a result.json, in its place: all around it is blank, so that lines and
/// columns of messages stay those of the file. Nothing where the text is no result: no JSON object
/// with the keys `flitscope` and, behind it, `config`, an object.
std::optional<std::string> config_in_result(const std::string& text);

}  // namespace flitscope::tb
