#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace flitscope::tb {

/// The program that made a result: results of different programs are not mixed.
struct ProgramIdentity {
    std::string version;  ///< of the project, as in result.json
    std::string commit;   ///< 12 digits, "-dirty" behind them where files were changed; "": unknown

    bool operator==(const ProgramIdentity& other) const {
        return version == other.version && commit == other.commit;
    }
    /// "0.1.0 (4cc0ffee0123)".
    std::string text() const;
};

/// The identity of this program.
ProgramIdentity this_program();

/// The hash that names a result of `program` with the resolved configuration `config`; `files`:
/// hashes of the files that it names (NamedFiles::hashes).
std::string point_hash(const nlohmann::ordered_json& config, const nlohmann::ordered_json& files,
                       const ProgramIdentity& program);

}  // namespace flitscope::tb
