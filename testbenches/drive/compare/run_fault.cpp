#include "testbenches/drive/compare/run_fault.h"

#include <filesystem>

#include "rtl_models/foreign/pin_history.h"

namespace flitscope::tb {

RunFault run_fault(const cosim::DeviceViolation& violation, const std::string& folder) {
    std::string text = violation.what();
    if (violation.waves() == nullptr || violation.waves()->cycles().empty()) {
        return RunFault(RunFault::Kind::violation, text);
    }
    const std::vector<rtl::Cycle> cycles = violation.waves()->cycles();
    const std::string path = (std::filesystem::path(folder) / kViolationFile).string();
    try {
        violation.waves()->write(path);
    } catch (const std::runtime_error& error) {
        return RunFault(RunFault::Kind::violation,
                        text + "\n  its pins could not be written: " + error.what());
    }
    return RunFault(RunFault::Kind::violation, text + "\n  its pins in cycles " +
                                                   std::to_string(cycles.front()) + ".." +
                                                   std::to_string(cycles.back()) + ": " + path);
}

}  // namespace flitscope::tb
