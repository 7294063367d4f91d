#include "testbenches/drive/campaign/named_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "testbenches/drive/campaign/content_hash.h"

namespace flitscope::tb {

nlohmann::ordered_json NamedFiles::hashes(const nlohmann::ordered_json& resolved) {
    nlohmann::ordered_json all = nlohmann::ordered_json::object();
    for (const char* const section : {"topology", "routing", "traffic"}) {
        const auto found = resolved.find(section);
        const auto file = found == resolved.end() ? nlohmann::ordered_json()
                                                  : found->value("file", nlohmann::ordered_json());
        if (file.is_string() && !hash_of(file).empty()) {
            all[file.get<std::string>()] = hash_of(file);
        }
    }
    return all;
}

const std::string& NamedFiles::hash_of(const std::string& path) {
    const auto [entry, is_new] = hashes_.emplace(path, "");
    if (is_new) {
        std::ifstream file(std::filesystem::path(folder_) / path, std::ios::binary);
        const std::string content(std::istreambuf_iterator<char>(file), {});
        entry->second = file ? content_hash(content) : "";
    }
    return entry->second;
}

}  // namespace flitscope::tb
