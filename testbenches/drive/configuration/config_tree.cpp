#include "testbenches/drive/configuration/config_tree.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

constexpr std::size_t kShownText = 200;

void append_text(const ConfigNode& node, std::string& out) {
    if (out.size() > kShownText) {
        return;
    }
    switch (node.kind) {
        case ConfigNode::Kind::null:
            out += "null";
            return;
        case ConfigNode::Kind::scalar:
            out += node.quoted ? '"' + node.scalar + '"' : node.scalar;
            return;
        case ConfigNode::Kind::sequence:
        case ConfigNode::Kind::mapping:
            break;
    }
    const bool mapping = node.kind == ConfigNode::Kind::mapping;
    out += mapping ? '{' : '[';
    for (std::size_t i = 0; i < node.items.size() && out.size() <= kShownText; ++i) {
        out += i == 0 ? "" : ", ";
        if (mapping) {
            out += node.keys[i].scalar + ": ";
        }
        append_text(node.items[i], out);
    }
    out += mapping ? '}' : ']';
}

}  // namespace

const ConfigNode* ConfigNode::find(const std::string& key) const {
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [&key](const ConfigNode& each) { return each.scalar == key; });
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

ConfigNode* ConfigNode::find(const std::string& key) {
    const auto& self = *this;
    return const_cast<ConfigNode*>(self.find(key));  // NOLINT: *this is not const
}

void ConfigNode::erase(const std::string& key) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i].scalar == key) {
            keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(i));
            items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
}

std::string ConfigNode::text() const {
    std::string out;
    append_text(*this, out);
    return out;
}

}  // namespace flitscope::tb
