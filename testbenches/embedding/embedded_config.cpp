#include "testbenches/embedding/embedded_config.h"

#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"

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
    forget_replace(tree);
    for (const std::string& each : source.sets) {
        apply_override(tree, each);
    }
    return config_of(std::move(tree));
}

}  // namespace flitscope::tb
