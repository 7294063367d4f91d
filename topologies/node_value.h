#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// A whole number >= 0 for every node: the same for all, one of a list by node id, or the value of
/// an expression.
///
/// Expressions  whole numbers, `node`, `nodes`, and the node's coordinates `x`, `y`, `z`; + - * /
/// %,
///              comparisons, which are 1 or 0, and brackets. Numbers are below 2^63.
class NodeValue {
public:
    NodeValue(std::uint64_t same = 0) : value_(same) {}  // NOLINT(google-explicit-constructor)
    explicit NodeValue(std::vector<std::uint64_t> by_node) : value_(std::move(by_node)) {}
    /// Throws std::invalid_argument: what cannot be understood.
    static NodeValue expression(const std::string& text);

    /// Throws std::invalid_argument if there is no value, or if it is negative.
    std::uint64_t at(const Topology& topology, NodeId node) const;

    /// The value as it was given.
    const std::variant<std::uint64_t, std::vector<std::uint64_t>, std::string>& written() const {
        return value_;
    }

private:
    std::variant<std::uint64_t, std::vector<std::uint64_t>, std::string> value_;
};

}  // namespace flitscope::topo
