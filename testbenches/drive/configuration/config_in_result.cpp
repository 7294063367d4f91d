#include "testbenches/drive/configuration/config_in_result.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace flitscope::tb {

std::optional<std::string> config_in_result(const std::string& text) {
    using Json = nlohmann::json;
    std::istringstream stream(text);
    bool result = false;
    bool in_config = false;
    std::size_t begin = 0;
    std::optional<std::string> config;
    const auto look = [&](int depth, Json::parse_event_t event, const Json& parsed) {
        if (depth == 1 && event == Json::parse_event_t::key) {
            result = result || parsed == "flitscope";
            in_config = result && !config && parsed == "config";
        } else if (depth == 1 && in_config && event == Json::parse_event_t::object_start) {
            begin = static_cast<std::size_t>(stream.tellg()) - 1;
        } else if (depth == 1 && in_config && event == Json::parse_event_t::object_end) {
            config = text.substr(0, static_cast<std::size_t>(stream.tellg()));
        }
        return true;
    };
    // What comes behind may be cut off: the text is as long as a configuration may be.
    [[maybe_unused]] const Json whole = Json::parse(stream, look, false);
    for (std::size_t i = 0; config && i < begin; ++i) {
        (*config)[i] = text[i] == '\n' ? '\n' : ' ';
    }
    return config;
}

}  // namespace flitscope::tb
