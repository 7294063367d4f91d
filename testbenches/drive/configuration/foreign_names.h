#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// A name from other simulators, mainly BookSim2, and its equivalent here
/// (docs/coming_from_booksim.md).
struct ForeignName {
    const char* place;  ///< key whose value it is; "": it is itself a key
    const char* name;
    const char* ours;  ///< the value, or the path of the key; "": this version has none
    const char* note;  ///< what it stands for, where there is none
};

const std::vector<ForeignName>& foreign_names();

/// nullptr: not a known name.
const ForeignName* find_foreign_name(const std::string& place, const std::string& name);

}  // namespace flitscope::tb
