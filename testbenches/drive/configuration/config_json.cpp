#include "testbenches/drive/configuration/config_json.h"

#include <sstream>

#include "testbenches/drive/configuration/config_scalar.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

Json json_of_scalar(const ConfigNode& node) {
    if (const auto whole = parse_integer(node).value) {
        return *whole;
    }
    if (const auto number = parse_real(node).value) {
        return *number;
    }
    if (const auto truth = parse_boolean(node).value) {
        return *truth;
    }
    return node.scalar;
}

void flatten(const Json& config, const std::string& path, Json& flat) {
    for (const auto& [key, value] : config.items()) {
        const std::string inner = path.empty() ? key : path + "." + key;
        if (value.is_object() && !value.empty()) {
            flatten(value, inner, flat);
        } else {
            flat[inner] = value;
        }
    }
}

}  // namespace

Json json_of(const ConfigNode& node) {
    if (node.kind == ConfigNode::Kind::scalar) {
        return json_of_scalar(node);
    }
    Json json = node.kind == ConfigNode::Kind::sequence  ? Json::array()
                : node.kind == ConfigNode::Kind::mapping ? Json::object()
                                                         : Json();
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (json.is_array()) {
            json.push_back(json_of(node.items[i]));
        } else {
            json[node.keys[i].scalar] = json_of(node.items[i]);
        }
    }
    return json;
}

Json flattened(const Json& config) {
    Json flat = Json::object();
    flatten(config, "", flat);
    return flat;
}

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
    // The end of the file may be missing: at most the size of a configuration is read.
    [[maybe_unused]] const Json whole = Json::parse(stream, look, false);
    for (std::size_t i = 0; config && i < begin; ++i) {
        (*config)[i] = text[i] == '\n' ? '\n' : ' ';
    }
    return config;
}

}  // namespace flitscope::tb
