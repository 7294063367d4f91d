#pragma once

#include <optional>
#include <string>

namespace flitscope::tb {

/// The object `config` of a result.json at its place: the text around it is blanked, so that lines
/// and columns of messages match the file. Nothing if the text is not a result: no JSON object with
/// the keys `flitscope` and, behind it, `config`, an object.
std::optional<std::string> config_in_result(const std::string& text);

}  // namespace flitscope::tb
