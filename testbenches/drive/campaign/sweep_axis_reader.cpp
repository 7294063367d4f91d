#include "testbenches/drive/campaign/sweep_axis_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace flitscope::tb {

namespace {

constexpr double kLargest = 1e15;

/// The node as `--set` would give it, but with its place in the file.
ConfigNode as_override(ConfigNode node) {
    const std::string place = node.position().text();
    node.source = std::make_shared<const std::string>(place);
    node.from_override = true;
    for (ConfigNode& each : node.keys) {
        each = as_override(std::move(each));
    }
    for (ConfigNode& each : node.items) {
        each = as_override(std::move(each));
    }
    return node;
}

/// Twelve significant digits: 0.05 + 2 * 0.05 is written 0.15.
std::string number_text(double value) {
    char text[32];
    const char* end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::general, 12).ptr;
    double rounded = 0;
    std::from_chars(text, end, rounded);
    end = std::to_chars(text, text + sizeof text, rounded).ptr;
    return {text, static_cast<std::size_t>(end - text)};
}

/// The number of points from `from` to `to`, both included.
std::int64_t count_of(const ConfigSection& range, double from, double to, double step) {
    if (!(step > 0)) {
        range.fail("step", "does not lead from `from` to `to`", "a number > 0");
    }
    const double steps = (to - from) / step;
    if (steps > static_cast<double>(kMostSweepPoints)) {
        range.fail("step", "too many points",
                   "a step that makes " + std::to_string(kMostSweepPoints) + " points at most");
    }
    if (std::abs(steps - std::round(steps)) > 1e-6) {
        range.fail("step", "misses `to`; both `from` and `to` are points",
                   "a number that (to - from) is a multiple of");
    }
    return static_cast<std::int64_t>(std::round(steps)) + 1;
}

std::vector<std::vector<ConfigNode>> range_values(ConfigSection range, const ConfigNode& like) {
    double from = 0;
    double to = 0;
    double step = 0;
    std::int64_t count = 0;
    range.require("from", "a number");
    range.require("to", "a number");
    range.real("from", from, -kLargest, kLargest);
    range.real("to", to, -kLargest, kLargest);
    range.real("step", step, -kLargest, kLargest);
    range.integer("count", count, 1, kMostSweepPoints);
    range.finish();
    if (range.has("step") == range.has("count")) {
        range.fail(range.has("step") ? "count" : "to", "a range needs one of `step` and `count`",
                   "{from, to, step} or {from, to, count}");
    }
    if (to < from) {
        range.fail("to", "an empty range", "a number >= from");
    }
    if (range.has("step")) {
        count = count_of(range, from, to, step);
    } else if ((count == 1) != (from == to)) {
        range.fail("count", "`from` and `to` are both points", "2 or more, or 1 if they are equal");
    }
    std::vector<std::vector<ConfigNode>> values;
    for (std::int64_t i = 0; i < count; ++i) {
        ConfigNode value = like;
        value.kind = ConfigNode::Kind::scalar;
        value.keys.clear();
        value.items.clear();
        const double along =
            count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
        value.scalar = number_text(from + along * (to - from));
        values.push_back({as_override(std::move(value))});
    }
    return values;
}

std::vector<std::vector<ConfigNode>> list_values(const ConfigSection& axes, const std::string& key,
                                                 const ConfigNode& list) {
    if (list.items.empty()) {
        axes.fail(key, "an empty list", "at least one value");
    }
    std::vector<std::vector<ConfigNode>> values;
    for (const ConfigNode& each : list.items) {
        values.push_back({as_override(each)});
    }
    return values;
}

void read_adaptive(ConfigSection& axes, const std::string& key, std::int64_t& adaptive) {
    if (key != kLoadKey) {
        axes.fail(key, "cannot be searched along", std::string("adaptive for ") + kLoadKey);
    }
    ConfigSection axis = axes.section(key);
    axis.integer("adaptive", adaptive, 1, kMostAdaptivePoints);
    axis.finish();
}

}  // namespace

std::vector<SweepAxis> read_axes(ConfigSection axes, std::int64_t& adaptive) {
    std::vector<SweepAxis> read;
    for (const ConfigNode& key : axes.keys()) {
        const ConfigNode& value = *axes.find(key.scalar);
        SweepAxis axis{{as_override(key)}, {}};
        if (value.kind == ConfigNode::Kind::sequence) {
            axis.values = list_values(axes, key.scalar, value);
        } else if (value.find("adaptive") != nullptr) {
            read_adaptive(axes, key.scalar, adaptive);
        } else if (value.kind == ConfigNode::Kind::mapping) {
            axis.values = range_values(axes.section(key.scalar), value);
        } else {
            axes.fail(key.scalar, "not an axis",
                      "a list, {from, to, step} or {from, to, count}; a value for all points "
                      "belongs in the base");
        }
        read.push_back(std::move(axis));
    }
    return read;
}

SweepAxis read_paired(const ConfigNode& paired) {
    const auto fail = [](const ConfigNode& node, const std::string& problem) {
        throw ConfigError({node.position(), problem,
                           "a list of mappings with the same keys, [{key: value, ...}, ...]",
                           "paired", node.text()});
    };
    if (paired.kind != ConfigNode::Kind::sequence || paired.items.empty()) {
        fail(paired, "not a list of pairs");
    }
    SweepAxis axis;
    for (const ConfigNode& each : paired.items) {
        if (each.kind != ConfigNode::Kind::mapping || each.keys.empty()) {
            fail(each, "not a mapping");
        }
        if (axis.keys.empty()) {
            for (const ConfigNode& key : each.keys) {
                axis.keys.push_back(as_override(key));
            }
        }
        std::vector<ConfigNode> values;
        for (const ConfigNode& key : axis.keys) {
            const ConfigNode* const value = each.find(key.scalar);
            if (value == nullptr) {
                fail(each, "has no " + shortened(key.scalar) + ", which the first mapping sets");
            }
            values.push_back(as_override(*value));
        }
        for (const ConfigNode& key : each.keys) {
            if (std::none_of(axis.keys.begin(), axis.keys.end(),
                             [&](const ConfigNode& own) { return own.scalar == key.scalar; })) {
                fail(key, "a key that the first mapping does not set");
            }
        }
        axis.values.push_back(std::move(values));
    }
    return axis;
}

}  // namespace flitscope::tb
