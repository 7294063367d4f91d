#include "waves/vcd_scopes.h"

namespace flitscope::waves {

VcdScopes& VcdScopes::child(std::string_view name) {
    if (const auto found = child_by_name_.find(name); found != child_by_name_.end()) {
        return *found->second;
    }
    children_.emplace_back(name, std::make_unique<VcdScopes>());
    return *child_by_name_.emplace(name, children_.back().second.get()).first->second;
}

void VcdScopes::put(BufferedFile& out) const {
    for (const std::string& declaration : declarations_) {
        out.put(declaration);
    }
    for (const auto& [name, scope] : children_) {
        out.put("$scope module " + name + " $end\n");
        scope->put(out);
        out.put("$upscope $end\n");
    }
}

}  // namespace flitscope::waves
