#include <algorithm>

#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

/// The published models, and the keys of each besides `name`.
struct ModelKeys {
    std::string name;
    std::vector<std::string> keys;
};
const std::vector<ModelKeys> kModels = {
    {"broadcast_wormhole", {"profile", "switches", "add_startup"}},
    {"lr_wormhole", {"buffer", "mean"}},
    {"hierarchical_delay", {"mu_cluster", "mu_level2", "constant_cost"}},
    {"reliability", {"node_rate", "link_rate", "task_nodes", "hours", "trials", "spare"}}};
const std::vector<std::string> kSwitches = {"replicated_rate", "step_hop", "source_weights"};

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

bool contains_key(const std::vector<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Notes keys of other models than the one that is named, and takes them out of `model`.
void drop_other_models(const ConfigSection& section, nlohmann::ordered_json& model) {
    const auto named = std::find_if(kModels.begin(), kModels.end(), [&](const ModelKeys& each) {
        return model.value("name", nlohmann::ordered_json()) == each.name;
    });
    if (named == kModels.end()) {
        return;
    }
    for (const ModelKeys& other : kModels) {
        for (const std::string& key : other.keys) {
            if (!contains_key(named->keys, key)) {
                section.without_effect(key, "a parameter of model " + other.name,
                                       join_names(named->keys));
                model.erase(key);
            }
        }
    }
}

}  // namespace

nlohmann::ordered_json read_model(ConfigSection& root) {
    const ConfigNode* node = root.find("model");
    ConfigSection section = root.section("model");
    std::vector<std::string> keys = {"name"};
    for (const ModelKeys& each : kModels) {
        keys.insert(keys.end(), each.keys.begin(), each.keys.end());
    }
    check_keys(section, keys);
    if (section.has("switches")) {
        check_keys(section.section("switches"), kSwitches);
    }
    nlohmann::ordered_json model = node == nullptr ? nlohmann::ordered_json() : json_of(*node);
    if (model.is_object()) {
        drop_other_models(section, model);
    }
    return model;
}

}  // namespace flitscope::tb
