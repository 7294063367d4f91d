#pragma once

#include <string>

namespace flitscope::waves {

/// Whether a dump of this name uses GTKWave's compressed format instead of a value change dump: it
/// ends in ".fst".
bool is_fst(const std::string& path);
/// The value change dump from which it is made: `path` itself, or for .fst a file next to it.
std::string vcd_behind(const std::string& path);

/// Writes a value change dump (as merge_vcd reads them) as FST: the same scopes, signals and
/// changes. The same dump gives the same file (no date). Throws std::runtime_error, which names the
/// dump, if it cannot be read, and OutputError if the file cannot be written.
void vcd_to_fst(const std::string& vcd, const std::string& fst);

}  // namespace flitscope::waves
