#include "waves/fst_file.h"

#include <fstapi.h>

#include <filesystem>
#include <memory>
#include <unordered_map>

#include "common/atomic_file.h"
#include "waves/vcd_reader.h"

namespace flitscope::waves {

namespace {

struct CloseFst {
    void operator()(void* context) const { fstWriterClose(context); }
};
using Fst = std::unique_ptr<void, CloseFst>;

struct Variable {
    fstHandle handle = 0;
    std::size_t width = 1;
};

/// The variables of a dump by their identifier codes, as they are declared.
class Declarations {
public:
    explicit Declarations(void* fst) : fst_(fst) {}

    void add(const std::vector<std::string>& scopes, const std::vector<std::string>& words) {
        enter(scopes);
        Variable& variable = variables_[words[3]];
        variable.width = std::stoul(words[2]);
        const std::string name = words.size() > 5 ? words[4] + ' ' + words[5] : words[4];
        // A variable with the code of another one is the same under another name.
        const fstHandle handle = fstWriterCreateVar(
            fst_, words[1] == "reg" ? FST_VT_VCD_REG : FST_VT_VCD_WIRE, FST_VD_IMPLICIT,
            static_cast<std::uint32_t>(variable.width), name.c_str(), variable.handle);
        variable.handle = variable.handle == 0 ? handle : variable.handle;
    }
    void finish() { enter({}); }
    const Variable& at(std::string_view code) {
        code_ = code;
        return variables_.at(code_);
    }

private:
    void enter(const std::vector<std::string>& scopes) {
        std::size_t common = 0;
        while (common < open_.size() && common < scopes.size() && open_[common] == scopes[common]) {
            ++common;
        }
        for (; open_.size() > common; open_.pop_back()) {
            fstWriterSetUpscope(fst_);
        }
        for (; common < scopes.size(); ++common) {
            fstWriterSetScope(fst_, FST_ST_VCD_MODULE, scopes[common].c_str(), nullptr);
            open_.push_back(scopes[common]);
        }
    }

    void* fst_;
    std::vector<std::string> open_;
    std::unordered_map<std::string, Variable> variables_;
    std::string code_;
};

/// Whether a file is complete, because the library does not report failed writes: the last of its
/// blocks (a byte of type, 8 bytes of length, content) ends where the file does.
bool whole(const std::string& path) {
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(path, failure);
    std::ifstream file(path, std::ios::binary);
    std::uintmax_t at = 0;
    while (!failure && file && at < size) {
        unsigned char head[9] = {};
        file.seekg(static_cast<std::streamoff>(at));
        file.read(reinterpret_cast<char*>(head), sizeof head);
        std::uintmax_t length = 0;
        for (int byte = 1; byte < 9; ++byte) {
            length = length << 8 | head[byte];
        }
        if (!file || length < 8 || length > size - at - 1) {
            return false;
        }
        at += 1 + length;
    }
    return !failure && at == size && size > 0;
}

}  // namespace

bool is_fst(const std::string& path) { return std::filesystem::path(path).extension() == ".fst"; }

std::string vcd_behind(const std::string& path) { return is_fst(path) ? path + ".vcd" : path; }

void vcd_to_fst(const std::string& vcd, const std::string& fst) {
    VcdReader reader(vcd);
    AtomicFile target(fst);
    Fst file(fstWriterCreate(target.written_to().c_str(), 1));
    if (!file) {
        throw OutputError("cannot write " + fst);
    }
    fstWriterSetPackType(file.get(), FST_WR_PT_LZ4);
    fstWriterSetTimescaleFromString(file.get(), "1ps");
    fstWriterSetVersion(file.get(), "Flitscope");
    fstWriterSetDate(file.get(), "");
    Declarations variables(file.get());
    reader.read_header(
        [&](const std::vector<std::string>& scopes, const std::vector<std::string>& words) {
            variables.add(scopes, words);
        });
    variables.finish();
    std::string bits;
    while (!reader.done()) {
        fstWriterEmitTimeChange(file.get(), static_cast<std::uint64_t>(reader.time()));
        reader.visit_changes([&](std::string_view value, std::string_view code) {
            const Variable& variable = variables.at(code);
            if (value.size() > 1) {
                value.remove_prefix(1);  // b
            }
            // A dump leaves out leading zeros, or repetitions of a leading x or z.
            const char fill = value.front() == '1' ? '0' : value.front();
            bits.assign(variable.width - std::min(variable.width, value.size()), fill);
            bits += value;
            fstWriterEmitValueChange(file.get(), variable.handle, bits.c_str());
        });
    }
    file.reset();
    if (!whole(target.written_to())) {
        throw OutputError("cannot write " + fst + ": no room for all of it");
    }
    target.commit();
}

VcdBehind::~VcdBehind() {
    if (path_ != dump_) {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
}

void VcdBehind::convert() const {
    if (path_ != dump_) {
        vcd_to_fst(path_, dump_);
    }
}

}  // namespace flitscope::waves
