#include "testbenches/drive/compare/run_fault.h"

#include <filesystem>

#include "rtl_models/foreign/pin_history.h"

namespace flitscope::tb {

RunFault run_fault(const cosim::DeviceViolation& violation, const std::string& folder) {
    std::string text = violation.what();
    const cosim::PinHistory* const waves = violation.waves().get();
    if (waves == nullptr || waves->cycles().empty()) {
        return RunFault(RunFault::Kind::violation, text);
    }
    const std::vector<rtl::Cycle> cycles = waves->cycles();
    const std::string path = (std::filesystem::path(folder) / kViolationFile).string();
    std::string view;
    try {
        view = waves->write(path, violation.place().port);
    } catch (const std::runtime_error& error) {
        return RunFault(RunFault::Kind::violation,
                        text + "\n  its pins could not be written: " + error.what());
    }
    text += "\n  its pins in cycles " + std::to_string(cycles.front()) + ".." +
            std::to_string(cycles.back()) +
            (waves->reset_cycles().empty() ? "" : ", and during reset") + ": " + path +
            "\n  a view of them: " + view;
    return RunFault(RunFault::Kind::violation, text);
}

}  // namespace flitscope::tb
