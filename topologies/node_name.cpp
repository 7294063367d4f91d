#include "topologies/node_name.h"

#include <charconv>

namespace flitscope::topo {
namespace {

/// Reads "3" or "(1,2,3)" with blanks between the parts.
class NodeReader {
public:
    explicit NodeReader(const std::string& text) : at_(text.data()), end_(at_ + text.size()) {}

    NodeId read(const Topology& topology) {
        const bool bracketed = take('(');
        std::vector<int> numbers;
        do {
            int number = 0;
            skip_blanks();
            const auto [next, error] = std::from_chars(at_, end_, number);
            if (error != std::errc{}) {
                return kNoNode;
            }
            at_ = next;
            numbers.push_back(number);
        } while (bracketed && take(','));
        if ((bracketed && !take(')')) || !finished()) {
            return kNoNode;
        }
        if (bracketed) {
            return topology.node_at(numbers);
        }
        return numbers[0] >= 0 && numbers[0] < topology.nodes() ? numbers[0] : kNoNode;
    }

private:
    void skip_blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) {
            ++at_;
        }
    }
    bool take(char wanted) {
        skip_blanks();
        const bool there = at_ != end_ && *at_ == wanted;
        at_ += there ? 1 : 0;
        return there;
    }
    bool finished() {
        skip_blanks();
        return at_ == end_;
    }

    const char* at_;
    const char* end_;
};

}  // namespace

NodeId parse_node(const Topology& topology, const std::string& text, const std::string& key) {
    const NodeId node = NodeReader(text).read(topology);
    if (node == kNoNode) {
        const NodeId last = topology.nodes() - 1;
        std::string accepted = "a node id 0.." + std::to_string(last);
        if (topology.node_name(last) != std::to_string(last)) {
            accepted += " or " + topology.node_name(0) + ".." + topology.node_name(last);
        }
        throw OptionError(
            key, "no node \"" + text + "\" in this " + topology.kind() + ", must be " + accepted);
    }
    return node;
}

}  // namespace flitscope::topo
