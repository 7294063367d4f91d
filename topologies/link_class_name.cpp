#include "topologies/link_class_name.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace flitscope::topo {

namespace {

constexpr std::size_t kLongest = 200;  // own choice: it is a part of a column's name

bool is_utf8(const std::string& text) {
    try {
        nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

/// Of UTF-8. C1 characters are 0xC2 0x80 to 0xC2 0x9F.
bool has_control_character(const std::string& text) {
    unsigned char before = 0;
    return std::any_of(text.begin(), text.end(), [&before](char each) {
        const auto byte = static_cast<unsigned char>(each);
        const bool c1 = before == 0xC2 && byte < 0xA0;
        before = byte;
        return byte < 0x20 || byte == 0x7F || c1;
    });
}

/// Of each other where a blank is an underscore.
bool same_column(const std::string& a, const std::string& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char one, char other) {
        return one == other || (one == ' ' && other == '_') || (one == '_' && other == ' ');
    });
}

}  // namespace

std::string link_class_name_problem(const std::string& name,
                                    const std::vector<std::string>& others) {
    if (name.empty() || name.size() > kLongest || !is_utf8(name) || has_control_character(name)) {
        return "must be printable text in UTF-8, at most " + std::to_string(kLongest) + " bytes";
    }
    if (name == "injection" || name == "ejection") {
        return "results call the ports of nodes so; accepted: another name";
    }
    for (const std::string& other : others) {
        if (other != name && same_column(other, name)) {
            return "one name with " + other +
                   " where blanks are written as underscores; accepted: another name";
        }
    }
    return "";
}

}  // namespace flitscope::topo
