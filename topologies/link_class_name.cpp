#include "topologies/link_class_name.h"

#include <algorithm>

#include "common/printable.h"

namespace flitscope::topo {

namespace {

constexpr std::size_t kLongest = 200;  // own choice: it is a part of a column's name

}  // namespace

std::vector<std::string> dimension_names(int n) {
    std::vector<std::string> names;
    names.reserve(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        names.push_back("dimension " + std::to_string(i));
    }
    return names;
}

bool same_link_class(const std::string& a, const std::string& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char one, char other) {
        return one == other || (one == ' ' && other == '_') || (one == '_' && other == ' ');
    });
}

std::string link_class_name_problem(const std::string& name,
                                    const std::vector<std::string>& others) {
    if (name.empty() || name.size() > kLongest || !is_printable(name)) {
        return "must be printable text in UTF-8, at most " + std::to_string(kLongest) + " bytes";
    }
    if (name == "injection" || name == "ejection") {
        return "results call the ports of nodes so; accepted: another name";
    }
    for (const std::string& other : others) {
        if (other != name && same_link_class(other, name)) {
            return "one name with " + other +
                   " where blanks are written as underscores; accepted: another name";
        }
    }
    return "";
}

}  // namespace flitscope::topo
