#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

const std::vector<std::string> kKeys = {"name",          "profile",   "switches",   "add_startup",
                                        "buffer",        "mean",      "mu_cluster", "mu_level2",
                                        "constant_cost", "node_rate", "link_rate",  "task_nodes",
                                        "hours",         "trials",    "spare"};
const std::vector<std::string> kSwitches = {"replicated_rate", "step_hop", "source_weights"};

nlohmann::ordered_json scalar_to_json(const ConfigNode& node) {
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

nlohmann::ordered_json to_json(const ConfigNode& node) {
    switch (node.kind) {
        case ConfigNode::Kind::null:
            break;
        case ConfigNode::Kind::scalar:
            return scalar_to_json(node);
        case ConfigNode::Kind::sequence: {
            auto list = nlohmann::ordered_json::array();
            for (const ConfigNode& item : node.items) {
                list.push_back(to_json(item));
            }
            return list;
        }
        case ConfigNode::Kind::mapping: {
            auto object = nlohmann::ordered_json::object();
            for (std::size_t i = 0; i < node.keys.size(); ++i) {
                object[node.keys[i].scalar] = to_json(node.items[i]);
            }
            return object;
        }
    }
    return nullptr;
}

/// Only these keys; the values are the model's business.
void check_keys(ConfigSection section, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        const ConfigNode* node = section.find(key);
        if (node != nullptr && node->kind == ConfigNode::Kind::null) {
            section.fail(key, "no value");
        }
    }
    section.finish();
}

}  // namespace

nlohmann::ordered_json read_model(ConfigSection& root) {
    const ConfigNode* node = root.find("model");
    ConfigSection section = root.section("model");
    check_keys(section, kKeys);
    if (section.has("switches")) {
        check_keys(section.section("switches"), kSwitches);
    }
    return node == nullptr ? nlohmann::ordered_json() : to_json(*node);
}

}  // namespace flitscope::tb
