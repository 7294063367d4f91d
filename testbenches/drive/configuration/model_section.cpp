#include <algorithm>

#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/resolved_config.h"

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

/// Accepts only these keys; the model checks the values.
void check_keys(ConfigSection section, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        const ConfigNode* node = section.find(key);
        if (node != nullptr && node->kind == ConfigNode::Kind::null) {
            section.fail(key, "no value");
        }
    }
    section.finish();
}

/// The keys that only other models have, each with its model.
std::vector<std::pair<std::string, std::string>> keys_of_others(const ModelKeys& named) {
    std::vector<std::pair<std::string, std::string>> others;
    for (const ModelKeys& other : kModels) {
        for (const std::string& key : other.keys) {
            if (&other != &named) {
                others.emplace_back(key, other.name);
            }
        }
    }
    return others;
}

/// nullptr: the section names no known model.
const ModelKeys* named_model(const ConfigNode* section) {
    const ConfigNode* const name = section == nullptr ? nullptr : section->find("name");
    const auto found = std::find_if(kModels.begin(), kModels.end(), [&](const ModelKeys& each) {
        return name != nullptr && name->scalar == each.name;
    });
    return found == kModels.end() ? nullptr : &*found;
}

}  // namespace

void check_model(ConfigSection& root) {
    ConfigSection section = root.section("model");
    std::vector<std::string> keys = {"name"};
    for (const ModelKeys& each : kModels) {
        keys.insert(keys.end(), each.keys.begin(), each.keys.end());
    }
    check_keys(section, keys);
    if (section.has("switches")) {
        check_keys(section.section("switches"), kSwitches);
    }
    if (const ModelKeys* const named = named_model(root.find("model"))) {
        for (const auto& [key, model] : keys_of_others(*named)) {
            section.without_effect(key, "a parameter of model " + model, join_names(named->keys));
        }
    }
}

nlohmann::ordered_json resolved_model(const ExperimentConfig& config) {
    const ConfigNode* const section = config.written ? config.written->find("model") : nullptr;
    nlohmann::ordered_json model =
        section == nullptr ? nlohmann::ordered_json() : json_of(*section);
    if (const ModelKeys* const named = named_model(section)) {
        for (const auto& other : keys_of_others(*named)) {
            model.erase(other.first);
        }
    }
    return model;
}

}  // namespace flitscope::tb
