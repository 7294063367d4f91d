#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#if VM_TRACE_VCD
#include <fcntl.h>
#include <unistd.h>
#include <verilated_vcd_c.h>

#include <cerrno>
#include <system_error>
#include <utility>
#endif

namespace flitscope::cosim {

/// Call it before the first model of the context is made; no effect on models without tracing.
inline void allow_traces(VerilatedContext& context) { context.traceEverOn(true); }

/// The value change dump of a verilated model, time unit 1 ps. A model without tracing has none.
template <bool traced>
class VerilatedTrace {
public:
    template <class Model>
    void open(Model& /*model*/, const std::string& /*file*/) {
        throw std::logic_error("this model was verilated without tracing");
    }
    void write(std::uint64_t /*picoseconds*/) {
        throw std::logic_error("this model was verilated without tracing");
    }
    void close() {}
};

#if VM_TRACE_VCD
/// The file of Verilator's dump. Verilator ends the program if a write fails; here the dump is
/// abandoned, its disk space is freed, and the run continues.
class TraceFile : public VerilatedVcdFile {
public:
    TraceFile() = default;
    ~TraceFile() override { TraceFile::close(); }
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    bool open(const std::string& name) override {
        name_ = name;
        constexpr int kMode = 0666;
        file_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, kMode);
        error_ = file_ < 0 ? errno : 0;
        return file_ >= 0;
    }
    /// Always all of it, for Verilator.
    ssize_t write(const char* bytes, ssize_t count) override {
        for (ssize_t done = 0; error_ == 0 && done < count;) {
            const ssize_t now =
                ::write(file_, bytes + done, static_cast<std::size_t>(count - done));
            if (now < 0 && errno != EINTR && errno != EAGAIN) {
                error_ = errno;
                // Without its bytes nothing is left to say if this fails, too.
                static_cast<void>(::ftruncate(file_, 0));
            }
            done += now > 0 ? now : 0;
        }
        return count;
    }
    void close() override {
        if (file_ >= 0 && ::close(std::exchange(file_, -1)) != 0 && error_ == 0) {
            error_ = errno;
        }
    }
    /// Throws std::system_error with the reason if not everything could be written.
    void check() const {
        if (error_ != 0) {
            throw std::system_error(error_, std::generic_category(), name_);
        }
    }

private:
    std::string name_;
    int file_ = -1;
    int error_ = 0;
};

template <>
class VerilatedTrace<true> {
public:
    template <class Model>
    void open(Model& model, const std::string& file) {
        constexpr int kAllLevels = 99;
        model.trace(&writer_, kAllLevels);
        writer_.set_time_unit("1ps");
        writer_.set_time_resolution("1ps");
        writer_.open(file.c_str());
        if (!writer_.isOpen()) {
            file_.check();
        }
    }
    /// What has changed. Times ascend.
    void write(std::uint64_t picoseconds) { writer_.dump(picoseconds); }
    /// Throws std::system_error if not everything could be written.
    void close() {
        writer_.close();
        file_.check();
    }

private:
    TraceFile file_;  // outlives its writer
    VerilatedVcdC writer_{&file_};
};
#endif

/// The context that all models share. It has one thread: a separate context would start a thread
/// pool for every router.
inline VerilatedContext& model_context() {
    static VerilatedContext* const context = [] {
        auto made = std::make_unique<VerilatedContext>();
        made->threads(1);
        allow_traces(*made);
        return made.release();  // models of static storage duration may outlive everything else
    }();
    return *context;
}

}  // namespace flitscope::cosim
