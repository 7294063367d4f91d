#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

const std::vector<std::string> kKeys = {"name",          "profile",   "switches",   "add_startup",
                                        "buffer",        "mean",      "mu_cluster", "mu_level2",
                                        "constant_cost", "node_rate", "link_rate",  "task_nodes",
                                        "hours",         "trials",    "spare"};
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

}  // namespace

nlohmann::ordered_json read_model(ConfigSection& root) {
    const ConfigNode* node = root.find("model");
    ConfigSection section = root.section("model");
    check_keys(section, kKeys);
    if (section.has("switches")) {
        check_keys(section.section("switches"), kSwitches);
    }
    return node == nullptr ? nlohmann::ordered_json() : json_of(*node);
}

}  // namespace flitscope::tb
