#pragma once

#include <string>

#include "testbenches/program/trace_command/recorded_run.h"

namespace flitscope::tb {

/// Whether a file is an event log (rtl_models/waves/event_log.h), by its first line. "-" is not
/// one.
bool is_event_log(const std::string& path);

/// The run in an event log, as far as its lines tell. Links and lengths of messages are those that
/// the flits show, messages are generated when their heads are on the first wire, and stages before
/// the switch are not known. Throws UsageError for a line that is not of a log.
RecordedRun read_logged_run(const std::string& path, const CycleWindow& window);

}  // namespace flitscope::tb
