#pragma once

#include <string>

namespace flitscope::waves {

/// Whether a dump of this name is to be in GTKWave's compressed format instead of a value change
/// dump: it ends in ".fst".
bool is_fst(const std::string& path);
/// The value change dump that it is made of: `path` itself, but for .fst a file beside it.
std::string vcd_behind(const std::string& path);

/// Writes a value change dump (as merge_vcd reads them) as FST: the same scopes, signals and
/// changes. The same dump gives the same file (no date). Throws std::runtime_error naming a dump
/// that cannot be read, OutputError where the file cannot be written.
void vcd_to_fst(const std::string& vcd, const std::string& fst);

}  // namespace flitscope::waves
