#pragma once

#include <string>

namespace flitscope {

/// A number of things, of which there may be one: "1 VC", "2 VC classes".
template <typename Number>
std::string counted(Number number, const std::string& what, const char* plural = "s") {
    return std::to_string(number) + " " + what + (number == 1 ? "" : plural);
}

}  // namespace flitscope
