#include "testbenches/drive/configuration/config_json.h"

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
    switch (node.kind) {
        case ConfigNode::Kind::null:
            break;
        case ConfigNode::Kind::scalar:
            return json_of_scalar(node);
        case ConfigNode::Kind::sequence: {
            Json list = Json::array();
            for (const ConfigNode& item : node.items) {
                list.push_back(json_of(item));
            }
            return list;
        }
        case ConfigNode::Kind::mapping: {
            Json object = Json::object();
            for (std::size_t i = 0; i < node.keys.size(); ++i) {
                object[node.keys[i].scalar] = json_of(node.items[i]);
            }
            return object;
        }
    }
    return nullptr;
}

Json flattened(const Json& config) {
    Json flat = Json::object();
    flatten(config, "", flat);
    return flat;
}

}  // namespace flitscope::tb
