// Keys that belong to features which this version does not have: accepted at the value that
// switches the feature off, refused otherwise.
#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

bool same_value(const ConfigNode& given, const ConfigNode& harmless) {
    if (given.kind == ConfigNode::Kind::sequence) {
        return harmless.kind == ConfigNode::Kind::sequence && given.items.empty();
    }
    const Parsed<double> number = parse_real(given);
    const Parsed<double> zero = parse_real(harmless);
    if (zero.value) {
        return number.value == zero.value;
    }
    return given.kind == harmless.kind && given.scalar == harmless.scalar;
}

}  // namespace

void read_reserved(ConfigSection& section, const std::string& key) {
    const ConfigNode* given = section.find(key);
    const std::string path = section.path_of(key);
    for (const ReservedKey& reserved : reserved_keys()) {
        if (given != nullptr && path == reserved.key &&
            !same_value(*given, parse_yaml(reserved.key, reserved.harmless))) {
            section.fail(key, "not in this version: " + reserved.feature, reserved.harmless);
        }
    }
}

void read_deadlock(ConfigSection& root, DeadlockAction& deadlock) {
    if (const ConfigNode* node = root.find("deadlock")) {
        if (node->scalar == "recover_progressive") {
            root.fail("deadlock", "not in this version: progressive recovery from deadlock",
                      join_names(names_of(kDeadlockActions)));
        }
    }
    root.choice("deadlock", deadlock, kDeadlockActions);
}

}  // namespace flitscope::tb
