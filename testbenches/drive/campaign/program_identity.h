#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace flitscope::tb {

/// Which program made a result: results of two different ones do not mix.
struct ProgramIdentity {
    std::string version;  ///< of the project, as in result.json
    std::string commit;   ///< 12 digits, "-dirty" behind them where files were changed; "": unknown

    bool operator==(const ProgramIdentity& other) const {
        return version == other.version && commit == other.commit;
    }
    /// "0.1.0 (4cc0ffee0123)".
    std::string text() const;
};

/// This program's.
ProgramIdentity this_program();

/// What a result of `program` with the resolved configuration `config` is named after; `files`:
/// what those that it names hold (NamedFiles::hashes).
std::string point_hash(const nlohmann::ordered_json& config, const nlohmann::ordered_json& files,
                       const ProgramIdentity& program);

}  // namespace flitscope::tb
