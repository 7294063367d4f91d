#include "testbenches/drive/configuration/node_value_section.h"

#include <stdexcept>

namespace flitscope::tb {

namespace {

constexpr const char* kAccepted =
    "a whole number >= 0, a list of them, one per node by id, or an expression of node, nodes, x, "
    "y and z";

}  // namespace

void read_node_value(ConfigSection& section, const std::string& key, topo::NodeValue& target) {
    const ConfigNode* const node = section.find(key);
    if (node == nullptr) {
        return;
    }
    if (node->kind == ConfigNode::Kind::sequence) {
        std::vector<std::uint64_t> values;
        for (const ConfigNode& item : node->items) {
            const Parsed<std::uint64_t> number = parse_unsigned(item);
            if (!number.value) {
                section.fail(key, number.problem, kAccepted);
            }
            values.push_back(*number.value);
        }
        target = topo::NodeValue(std::move(values));
        return;
    }
    const Parsed<std::uint64_t> number = parse_unsigned(*node);
    if (number.value) {
        target = *number.value;
        return;
    }
    if (node->kind != ConfigNode::Kind::scalar || parse_real(*node).value) {
        section.fail(key, number.problem, kAccepted);
    }
    try {
        target = topo::NodeValue::expression(node->scalar);
    } catch (const std::invalid_argument& error) {
        section.fail(key, error.what(), kAccepted);
    }
}

}  // namespace flitscope::tb
