#pragma once

#include <string>
#include <utility>

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

/// The value change dump behind a dump; one next to it is removed with this object.
class VcdBehind {
public:
    explicit VcdBehind(std::string dump) : dump_(std::move(dump)), path_(vcd_behind(dump_)) {}
    ~VcdBehind();
    VcdBehind(const VcdBehind&) = delete;
    VcdBehind& operator=(const VcdBehind&) = delete;

    const std::string& dump() const { return dump_; }
    const std::string& path() const { return path_; }
    /// It is complete: makes the dump of it, if that is another file. Throws as vcd_to_fst.
    void convert() const;

private:
    std::string dump_;
    std::string path_;
};

}  // namespace flitscope::waves
