#include "testbenches/program/trace_command/first_run.h"

#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

std::string first_run(const std::string& folder, const std::function<std::string()>& simulation) {
    ForkedRun child([&](const ForkedRun::Write& write) {
        try {
            write(simulation());
        } catch (const rtl::Violation& violation) {
            throw run_fault(violation, folder);
        } catch (const ConfigError& error) {
            throw RunFault(RunFault::Kind::refused, error.what());
        }
    });
    return child.answer();
}

}  // namespace flitscope::tb
