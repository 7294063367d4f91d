#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// A name that users of other simulators type, BookSim2 above all, and what it is here
/// (docs/coming_from_booksim.md).
struct ForeignName {
    const char* place;  ///< key whose value it is; "": it is itself a key
    const char* name;
    const char* ours;  ///< the value, or the path of the key; "": this version has none
    const char* note;  ///< what it stands for, where there is none
};

const std::vector<ForeignName>& foreign_names();

/// nullptr: nobody's name for anything.
const ForeignName* find_foreign_name(const std::string& place, const std::string& name);

}  // namespace flitscope::tb
