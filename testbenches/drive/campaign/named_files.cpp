#include "testbenches/drive/campaign/named_files.h"

#include <filesystem>

#include "common/whole_file.h"
#include "rtl_models/cosim/plugin_loader.h"
#include "testbenches/drive/campaign/content_hash.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Calls `visit(folder, name)` for every {plugin: name, path: folder} in `part`, a decision or a
/// unit, and {router: name, path: folder}; the folder is "" where none is said.
template <typename Visit>
void each_plugin(const Json& part, const Visit& visit) {
    if (!part.is_structured()) {
        return;
    }
    for (const char* const key : {"plugin", "router"}) {
        if (part.is_object() && part.value(key, Json()).is_string()) {
            visit(part.value("path", ""), part[key].get<std::string>());
        }
    }
    for (const Json& each : part) {
        each_plugin(each, visit);
    }
}

}  // namespace

Json NamedFiles::hashes(const Json& resolved) {
    Json all = Json::object();
    for (const char* const section : {"topology", "routing", "traffic"}) {
        const auto found = resolved.find(section);
        const auto file = found == resolved.end() ? Json() : found->value("file", Json());
        if (file.is_string() && !hash_of(file).empty()) {
            all[file.get<std::string>()] = hash_of(file);
        }
    }
    each_plugin(resolved, [&](const std::string& folder, const std::string& name) {
        const std::filesystem::path file(name + ".so");
        const std::filesystem::path in = folder.empty() ? cosim::default_plugin_folder() : folder;
        const std::string& content = hash_of((in / file).string());
        if (!content.empty()) {
            all[(folder / file).string()] = content;
        }
    });
    return all;
}

const std::string& NamedFiles::hash_of(const std::string& path) {
    const auto [entry, is_new] = hashes_.emplace(path, "");
    if (is_new) {
        const auto content = whole_file((std::filesystem::path(folder_) / path).string());
        entry->second = content ? content_hash(*content) : "";
    }
    return entry->second;
}

}  // namespace flitscope::tb
