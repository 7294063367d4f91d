#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace flitscope::tb {

/// The content of the files that configurations name (`topology.file`, `routing.file`,
/// `traffic.file`, the plug-ins of `level` and `router`), by its hash. Each file is read once.
class NamedFiles {
public:
    /// `folder`: the base of relative paths; "": the working folder.
    explicit NamedFiles(std::string folder = {}) : folder_(std::move(folder)) {}

    /// The files of a resolved configuration: {path as written: content_hash}. The path of a
    /// plug-in is NAME.so in its folder as written. Files that cannot be read are left out.
    nlohmann::ordered_json hashes(const nlohmann::ordered_json& resolved);

private:
    const std::string& hash_of(const std::string& path);

    std::string folder_;
    std::map<std::string, std::string> hashes_;  ///< "": cannot be read
};

}  // namespace flitscope::tb
