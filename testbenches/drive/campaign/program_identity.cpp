#include "testbenches/drive/campaign/program_identity.h"

#include "flitscope_commit.h"  // made by every build
#include "testbenches/drive/campaign/content_hash.h"

namespace flitscope::tb {

std::string ProgramIdentity::text() const {
    return version + " (" + (commit.empty() ? "unknown commit" : commit) + ")";
}

ProgramIdentity this_program() { return {FLITSCOPE_VERSION, FLITSCOPE_COMMIT}; }

std::string point_hash(const nlohmann::ordered_json& config, const nlohmann::ordered_json& files,
                       const ProgramIdentity& program) {
    return content_hash(config.dump() + "\n" + (files.empty() ? "" : files.dump() + "\n") +
                        program.version + "\n" + program.commit + "\n");
}

}  // namespace flitscope::tb
