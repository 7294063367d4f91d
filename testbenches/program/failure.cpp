#include "testbenches/program/failure.h"

#include <sys/resource.h>

#include <cerrno>
#include <new>
#include <system_error>

#include "common/atomic_file.h"
#include "rtl_models/foreign/device_description.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/point_run/point_run.h"

namespace flitscope::tb {

namespace {

Failure failure(ExitCode code, std::string message) {
    message.erase(message.find_last_not_of('\n') + 1);
    return {exit_code(code), std::move(message)};
}

/// " (the limit is ...)"; nothing where there is none.
std::string limit_text(decltype(RLIMIT_AS) resource, rlim_t unit, const char* what) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return "";
    }
    return " (the limit is " + std::to_string(limit.rlim_cur / unit) + " " + what + ")";
}

/// The machine ran out of something, which is no error of the program.
Failure used_up(const std::system_error& error) {
    switch (error.code().value()) {
        case EMFILE:
            return failure(ExitCode::internal_error,
                           error.what() + limit_text(RLIMIT_NOFILE, 1, "files, ulimit -n"));
        case EAGAIN:
            return failure(ExitCode::internal_error,
                           error.what() + limit_text(RLIMIT_NPROC, 1, "processes, ulimit -u"));
        case ENFILE:
        case ENOMEM:
            return failure(ExitCode::internal_error, error.what());
        default:
            return failure(ExitCode::internal_error,
                           std::string("internal error: ") + error.what());
    }
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
    } catch (const OutputInterrupted& interrupted) {
        return {exit_code_of_signal(interrupted.signal()), interrupted.what()};
    } catch (const OutputError& error) {
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
        return failure(ExitCode::internal_error,
                       "out of memory" + limit_text(RLIMIT_AS, 1024, "kB, ulimit -v"));
    } catch (const std::system_error& error) {
        return used_up(error);
    } catch (const std::exception& error) {
        return failure(ExitCode::internal_error, std::string("internal error: ") + error.what());
    }
}

}  // namespace flitscope::tb
