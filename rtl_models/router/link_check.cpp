#include "rtl_models/router/link_check.h"

#include <stdexcept>

namespace flitscope::rtl {

void check_links(const NetworkDescription& description, const std::string& where) {
    const std::vector<std::string> classes = description.topology->link_classes();
    if (description.links.size() >= classes.size()) {
        return;
    }
    std::string names;
    for (const std::string& name : classes) {
        names += (names.empty() ? "" : ", ") + name;
    }
    throw std::invalid_argument(where + ": links has " + std::to_string(description.links.size()) +
                                " entries, must have one for each of the " +
                                std::to_string(classes.size()) + " link classes (" + names + ")");
}

}  // namespace flitscope::rtl
