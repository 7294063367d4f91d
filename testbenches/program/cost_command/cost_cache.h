#pragma once

#include <optional>
#include <string>

namespace flitscope::tb {

/// SHA-256, 64 hexadecimal digits.
std::string sha256_of(const std::string& text);

/// Netlists and costs that were computed once, by a name that has a hash of all that they depend
/// on: files of $XDG_CACHE_HOME/flitscope/cost, by default ~/.cache/flitscope/cost. They appear
/// completely or not at all, and may be deleted at any time.
class CostCache {
public:
    /// Makes the folder. Throws UsageError where it cannot be written to.
    CostCache();

    const std::string& folder() const { return folder_; }
    std::optional<std::string> find(const std::string& name) const;
    /// Throws OutputError.
    void keep(const std::string& name, const std::string& text) const;

private:
    std::string folder_;
};

}  // namespace flitscope::tb
