#include "topologies/node_value.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>
#include <stdexcept>

namespace flitscope::topo {

namespace {

using Number = std::int64_t;
/// What a name stands for; throws std::invalid_argument for one that means nothing.
using Meaning = std::function<Number(const std::string&)>;

constexpr int kDeepest = 100;  ///< brackets and signs inside one another

[[noreturn]] void fail(const std::string& problem) { throw std::invalid_argument(problem); }

Number in_range(bool overflow, Number value) {
    if (overflow) {
        fail("the value is beyond 2^63");
    }
    return value;
}

/// Evaluates an expression while reading it.
class Reader {
public:
    /// `known`: the names have their values, so that a division by 0 is one.
    Reader(const std::string& text, Meaning meaning, bool known)
        : text_(text), meaning_(std::move(meaning)), known_(known) {}

    Number whole() {
        const Number value = comparison();
        if (at_ < text_.size()) {
            fail("not expected: \"" + text_.substr(at_) + "\"");
        }
        return value;
    }

private:
    void blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
        }
    }
    /// Takes the sign if it is next.
    bool next(const std::string& sign) {
        blanks();
        if (text_.compare(at_, sign.size(), sign) != 0) {
            return false;
        }
        at_ += sign.size();
        blanks();
        return true;
    }

    Number comparison() {
        const Number left = sum();
        for (const auto& [sign, holds] :
             {std::pair("==", 0b010), std::pair("!=", 0b101), std::pair("<=", 0b011),
              std::pair(">=", 0b110), std::pair("<", 0b001), std::pair(">", 0b100)}) {
            if (next(sign)) {
                const Number right = sum();
                const int is = left < right ? 0b001 : left == right ? 0b010 : 0b100;
                return (is & holds) != 0 ? 1 : 0;
            }
        }
        return left;
    }
    Number sum() {
        Number value = product();
        for (;;) {
            const bool plus = next("+");
            if (!plus && !next("-")) {
                return value;
            }
            const Number right = product();
            const bool overflow = plus ? __builtin_add_overflow(value, right, &value)
                                       : __builtin_sub_overflow(value, right, &value);
            in_range(overflow, value);
        }
    }
    Number product() {
        Number value = factor();
        for (;;) {
            if (next("*")) {
                const Number right = factor();
                in_range(__builtin_mul_overflow(value, right, &value), value);
                continue;
            }
            const bool quotient = next("/");
            if (!quotient && !next("%")) {
                return value;
            }
            const Number right = factor();
            if (right == 0 && known_) {
                fail("divides by 0");
            }
            if (right == 0 || right == -1) {
                value = right == 0 || !quotient ? 0 : in_range(value == kLowest, -value);
            } else {
                value = quotient ? value / right : value % right;
            }
        }
    }
    Number factor() {
        blanks();
        const std::size_t begin = at_;
        if (next("(") || next("-")) {
            if (++depth_ > kDeepest) {
                fail("too many brackets");
            }
            const bool negative = text_[begin] == '-';
            const Number value = negative ? factor() : comparison();
            --depth_;
            if (!negative && !next(")")) {
                fail("\")\" is missing");
            }
            return negative ? in_range(value == kLowest, -value) : value;
        }
        const auto is_word = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        };
        while (at_ < text_.size() && is_word(text_[at_])) {
            ++at_;
        }
        const std::string word = text_.substr(begin, at_ - begin);
        blanks();
        if (word.empty()) {
            fail(begin < text_.size() ? "not expected: \"" + text_.substr(begin) + "\""
                                      : "it ends too early");
        }
        return std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? number(word)
                                                                      : meaning_(word);
    }
    static Number number(const std::string& digits) {
        Number value = 0;
        for (const char c : digits) {
            if (c < '0' || c > '9') {
                fail("not a number: \"" + digits + "\"");
            }
            in_range(__builtin_mul_overflow(value, 10, &value) ||
                         __builtin_add_overflow(value, c - '0', &value),
                     value);
        }
        return value;
    }

    static constexpr Number kLowest = std::numeric_limits<Number>::min();

    const std::string& text_;
    Meaning meaning_;
    bool known_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

constexpr const char* kCoordinates = "xyz";

bool is_coordinate(const std::string& name) {
    return name.size() == 1 && std::string(kCoordinates).find(name) != std::string::npos;
}

Number meaning_at(const Topology& topology, NodeId node, const std::string& name) {
    if (name == "node") {
        return node;
    }
    if (name == "nodes") {
        return topology.nodes();
    }
    const std::vector<int> at = topology.coordinates(topology.place(node).router);
    const auto dimension = static_cast<std::size_t>(name[0] - kCoordinates[0]);
    if (dimension >= at.size()) {
        fail("\"" + name + "\": nodes of topology " + topology.kind() + " have " +
             std::to_string(at.size()) + " coordinate" + (at.size() == 1 ? "" : "s"));
    }
    return at[dimension];
}

}  // namespace

NodeValue NodeValue::expression(const std::string& text) {
    const Meaning any = [](const std::string& name) -> Number {
        if (name != "node" && name != "nodes" && !is_coordinate(name)) {
            fail("unknown: \"" + name + "\"; there are node, nodes, x, y and z");
        }
        return 1;
    };
    Reader(text, any, false).whole();
    NodeValue value;
    value.value_ = text;
    return value;
}

std::uint64_t NodeValue::at(const Topology& topology, NodeId node) const {
    if (const auto* const same = std::get_if<std::uint64_t>(&value_)) {
        return *same;
    }
    if (const auto* const list = std::get_if<std::vector<std::uint64_t>>(&value_)) {
        if (static_cast<NodeId>(list->size()) != topology.nodes()) {
            fail("a list of " + std::to_string(list->size()) + ", for " +
                 std::to_string(topology.nodes()) + " nodes");
        }
        return (*list)[static_cast<std::size_t>(node)];
    }
    const auto& text = std::get<std::string>(value_);
    const auto name_at = [&](const std::string& name) { return meaning_at(topology, node, name); };
    const Number value = Reader(text, name_at, true).whole();
    if (value < 0) {
        fail("\"" + text + "\" is " + std::to_string(value) + " at node " + std::to_string(node));
    }
    return static_cast<std::uint64_t>(value);
}

}  // namespace flitscope::topo
