#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "waves/buffered_file.h"

namespace flitscope::waves {

/// The scopes of a value change dump with their declarations, in order of appearance.
class VcdScopes {
public:
    /// The scope of this name inside; created if there is none.
    VcdScopes& child(std::string_view name);
    /// `text`: the whole declaration, "$var ... $end\n". Returns whether the name is new here.
    bool declare(const std::string& name, const std::string& text) {
        declarations_.push_back(text);
        return names_.insert(name).second;
    }
    void put(BufferedFile& out) const;

private:
    std::set<std::string> names_;
    std::vector<std::string> declarations_;
    std::vector<std::pair<std::string, std::unique_ptr<VcdScopes>>> children_;
    std::map<std::string, VcdScopes*, std::less<>> child_by_name_;
};

}  // namespace flitscope::waves
