#pragma once

#include <verilated.h>

#include <cstdarg>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/cosim/plugin.h"
#include "rtl_models/cosim/verilated_trace.h"
#include "rtl_models/foreign/device_model.h"

namespace flitscope::cosim {

/// The plug-in's side of a device: included by nothing but the source that
/// flitscope_add_verilog_router generates.

#if VM_TRACE_VCD
constexpr bool kDeviceTraced = true;
#else
constexpr bool kDeviceTraced = false;
#endif

template <typename Pin>
PinStorage pin_storage(Pin& pin) {
    return {reinterpret_cast<unsigned char*>(&pin), static_cast<int>(sizeof(Pin))};
}
/// Unpacked arrays: first element and distance, however many dimensions.
template <typename Element, std::size_t Elements>
PinStorage pin_storage(Element (&pin)[Elements]) {
    return pin_storage(pin[0]);
}
template <typename Element, std::size_t Elements>
PinStorage pin_storage(VlUnpacked<Element, Elements>& pin) {
    return pin_storage(pin[0]);
}

/// Output of this plug-in's models during an evaluation.
class RemarkBox {
public:
    static RemarkBox& instance() {
        static RemarkBox box;
        return box;
    }
    /// Text comes in pieces ($write); a line is a remark.
    void text(const std::string& piece) {
        for (const char c : piece) {
            if (c == '\n') {
                remarks_.push_back({DeviceRemark::Kind::text, std::exchange(line_, {})});
            } else {
                line_ += c;
            }
        }
    }
    void add(DeviceRemark::Kind kind, std::string what) {
        flush();
        remarks_.push_back({kind, std::move(what)});
    }
    std::vector<DeviceRemark> take() {
        flush();
        return std::exchange(remarks_, {});
    }

private:
    void flush() {
        if (!line_.empty()) {
            remarks_.push_back({DeviceRemark::Kind::text, std::exchange(line_, {})});
        }
    }
    std::string line_;
    std::vector<DeviceRemark> remarks_;
};

/// Leaves an eval() that Verilator gave up, and would not come back from: a combinational loop that
/// never settles.
struct FatalStop {};

/// `Model`: the class that Verilator made of the top. `Pins`: `static PinStorage pin(Model&, int)`,
/// in the order of DeviceModel::pins().
template <class Model, class Pins>
class VerilatedDevice final : public Device {
public:
    /// `alike`: all bits of all registers start with the same value, so that two models do.
    VerilatedDevice(const std::string& instance, std::uint32_t seed, bool alike) {
        context_->threads(1);
        allow_traces(*context_);
        // Registers that reset forgets start with values that differ from run to run by the seed.
        constexpr int kRandom = 2;
        context_->randReset(alike ? static_cast<int>(seed & 1U) : kRandom);
        context_->randSeed(static_cast<int>(seed | 1U));
        model_ = std::make_unique<Model>(context_.get(), instance.c_str());
    }
    // The destructor of a model looks for its context in the thread.
    ~VerilatedDevice() override { Verilated::threadContextp(context_.get()); }

    PinStorage pin(int index) override { return Pins::pin(*model_, index); }
    void eval() override {
        if (!dead_) {
            try {
                model_->eval();
            } catch (const FatalStop&) {
                dead_ = true;
            }
        }
    }
    std::vector<DeviceRemark> take_remarks() override { return RemarkBox::instance().take(); }
    void open_trace(const std::string& file) override { trace_.open(*model_, file); }
    void write_trace(std::uint64_t picoseconds) override { trace_.write(picoseconds); }
    void close_trace() override { trace_.close(); }

private:
    std::unique_ptr<VerilatedContext> context_ = std::make_unique<VerilatedContext>();
    std::unique_ptr<Model> model_;
    bool dead_ = false;
    VerilatedTrace<kDeviceTraced> trace_;
};

/// The plug-in's data about its router, common to all variants.
struct DeviceFacts {
    std::string name;
    std::string top;
    std::string description_file;
    std::string description_text;
    std::vector<std::string> loops;
};

/// `Second`: the class of the second model, or void.
template <class Model, class Pins, class Second>
class VerilatedDeviceModel final : public DeviceModel {
public:
    VerilatedDeviceModel(DeviceFacts facts, std::map<std::string, std::uint64_t> parameters,
                         const std::vector<DevicePin>& pins)
        : facts_(std::move(facts)), parameters_(std::move(parameters)), pins_(pins) {}

    std::string name() const override { return facts_.name; }
    std::string top() const override { return facts_.top; }
    std::map<std::string, std::uint64_t> parameters() const override { return parameters_; }
    const std::vector<DevicePin>& pins() const override { return pins_; }
    std::string description_file() const override { return facts_.description_file; }
    std::string description_text() const override { return facts_.description_text; }
    std::vector<std::string> loops() const override { return facts_.loops; }
    std::unique_ptr<Device> make_device(const std::string& instance,
                                        std::uint32_t seed) const override {
        return std::make_unique<VerilatedDevice<Model, Pins>>(instance, seed, kChecked);
    }
    bool checked() const override { return kChecked; }
    std::unique_ptr<Device> make_second(const std::string& instance,
                                        std::uint32_t seed) const override {
        if constexpr (kChecked) {
            return std::make_unique<VerilatedDevice<Second, Pins>>(instance, seed, kChecked);
        }
        return nullptr;
    }
    std::unique_ptr<HeadCodec> make_codec() const override { return flitscope_head_codec(); }
    bool traced() const override { return kDeviceTraced; }

private:
    static constexpr bool kChecked = !std::is_void_v<Second>;

    DeviceFacts facts_;
    std::map<std::string, std::uint64_t> parameters_;
    std::vector<DevicePin> pins_;
};

inline std::string remark_place(const char* file, int line) {
    return file == nullptr || file[0] == '\0' ? std::string()
                                              : std::string(file) + ":" + std::to_string(line);
}

}  // namespace flitscope::cosim

// Verilator's printing and stopping (verilated_console.h). One source of a plug-in includes this.

int flitscope_device_printf(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::string text(static_cast<std::size_t>(length < 0 ? 0 : length) + 1, '\0');
    std::vsnprintf(&text[0], text.size(), format, again);
    va_end(again);
    text.pop_back();
    flitscope::cosim::RemarkBox::instance().text(text);
    return length;
}

void vl_finish(const char* file, int line, const char* /*hier*/) {
    using namespace flitscope::cosim;
    RemarkBox::instance().add(DeviceRemark::Kind::finish, remark_place(file, line));
}
void vl_stop(const char* file, int line, const char* /*hier*/) {
    using namespace flitscope::cosim;
    RemarkBox::instance().add(DeviceRemark::Kind::stop, remark_place(file, line));
}
void vl_fatal(const char* file, int line, const char* /*hier*/, const char* message) {
    using namespace flitscope::cosim;
    RemarkBox::instance().add(
        DeviceRemark::Kind::fatal,
        remark_place(file, line) + (message != nullptr ? std::string(": ") + message : ""));
    throw FatalStop();
}
void vl_warn(const char* file, int line, const char* /*hier*/, const char* message) {
    using namespace flitscope::cosim;
    RemarkBox::instance().text(remark_place(file, line) + ": " + message + "\n");
}
