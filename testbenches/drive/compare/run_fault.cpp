#include "testbenches/drive/compare/run_fault.h"

#include <filesystem>

namespace flitscope::tb {

RunFault run_fault(const rtl::Violation& violation, const std::string& folder) {
    std::string text = violation.whole_report();
    const rtl::ViolationWaves* const waves = violation.history().get();
    const std::string pins = waves == nullptr ? "" : waves->text();
    if (pins.empty()) {
        return RunFault(RunFault::Kind::violation, text);
    }
    const std::string path = (std::filesystem::path(folder) / kViolationFile).string();
    std::string view;
    try {
        view = waves->write(path, violation.part());
    } catch (const std::runtime_error& error) {
        return RunFault(RunFault::Kind::violation,
                        text + "\n  its pins could not be written: " + error.what());
    }
    text += "\n  " + pins + ": " + path + "\n  a view of them: " + view;
    return RunFault(RunFault::Kind::violation, text);
}

}  // namespace flitscope::tb
