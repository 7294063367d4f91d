#include "testbenches/embedding/embedded_config.h"

#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/run/unit_plugins.h"
#include "testbenches/program/rtl_command/rtl_sets.h"

namespace flitscope::tb {

namespace {

void forget_lines(ConfigNode& node) {
    node.line = 0;
    for (ConfigNode& key : node.keys) {
        forget_lines(key);
    }
    for (ConfigNode& item : node.items) {
        forget_lines(item);
    }
}

}  // namespace

ExperimentConfig embedded_config(const ConfigSource& source) {
    if (!source.text) {
        return read_config(source.name, source.sets);
    }
    if (!source.made) {
        return parse_config(source.name, *source.text, source.sets);
    }
    ConfigNode tree = parse_yaml(source.name, *source.text);
    forget_lines(tree);
    for (const std::string& each : source.sets) {
        apply_override(tree, each);
    }
    return config_of(std::move(tree));
}

void check_runnable(const ExperimentConfig& config, const std::string& name) {
    check_units_used(config);
    check_memory(config, {config.level});
    if (config.level.uses("verilog")) {
        require_sets(config, name, {});
    }
}

}  // namespace flitscope::tb
