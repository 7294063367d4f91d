#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

/// How a sweep passes its points to another program, usually a scheduler: a YAML file of a few
/// lines that users write (docs/cluster.md). Commands are those of a shell, `sh`.
struct ExecutorFile {
    std::string path;     ///< for messages
    std::string submit;   ///< hands over a job; {placeholders}; prints the job's id at its end
    std::string index;    ///< environment variable with a task's number; "": the script's argument
    std::string setup;    ///< lines that every task begins with
    std::string running;  ///< prints the tasks that wait or run, "JOB INDEX" or "JOB" per line; "":
                          ///< nothing does once `submit` is over
    std::string cancel;   ///< cancels {job}; "": cannot be done
    std::int64_t most_tasks = 0;  ///< of a job
};

/// Values of placeholders; one without a value is absent.
using PlaceholderValues = std::map<std::string, std::string>;

/// `name`: an installed executor or a file. Throws ConfigError, also for unknown placeholders.
ExecutorFile read_executor(const std::string& name);

/// Throws ConfigError unless `submit` contains the {word} of each of `values`.
void require_placeholders(const ExecutorFile& executor, const PlaceholderValues& values);

/// `command` with each {word} replaced by its value, quoted for a shell. Lines with a {word} that
/// has no value are left out; `${word}` is left to the shell.
std::string with_values(const std::string& command, const PlaceholderValues& values);

}  // namespace flitscope::tb
