#include "testbenches/program/failure.h"

#include <new>

#include "rtl_models/foreign/description_error.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/point_run/point_run.h"
#include "waves/atomic_file.h"

namespace flitscope::tb {

namespace {

Failure failure(ExitCode code, std::string message) {
    message.erase(message.find_last_not_of('\n') + 1);
    return {exit_code(code), std::move(message)};
}

}  // namespace

Failure current_failure() {
    try {
        throw;
    } catch (const ConfigError& error) {
        return failure(ExitCode::bad_usage, on_one_line(error.what()));
    } catch (const UsageError& error) {
        return failure(ExitCode::bad_usage, on_one_line(error.what()));
    } catch (const cosim::DescriptionError& error) {
        return failure(ExitCode::bad_usage, error.what());
    } catch (const Interrupted& interrupted) {
        return {exit_code_of_signal(interrupted.signal()), ""};
    } catch (const waves::OutputInterrupted& interrupted) {
        return {exit_code_of_signal(interrupted.signal()), interrupted.what()};
    } catch (const waves::OutputError& error) {
        return failure(ExitCode::unwritten_output, error.what());
    } catch (const DeadlockRefused& refused) {
        return failure(ExitCode::not_deadlock_free, refused.what());
    } catch (const DeadlockFound& found) {
        return failure(ExitCode::deadlock, found.what());
    } catch (const RunFault& fault) {
        return failure(fault.kind() == RunFault::Kind::refused ? ExitCode::bad_usage
                                                               : ExitCode::protocol_violation,
                       fault.what());
    } catch (const std::bad_alloc&) {
        return failure(ExitCode::internal_error, "out of memory");
    } catch (const std::exception& error) {
        return failure(ExitCode::internal_error, std::string("internal error: ") + error.what());
    }
}

}  // namespace flitscope::tb
