#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

/// How the points of a sweep are handed to another program, a scheduler as a rule: a YAML file of a
/// few lines that users write (docs/cluster.md). Commands are those of a shell, `sh`.
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

/// `name`: of one of those installed, or a file. Throws ConfigError, for placeholders that nobody
/// knows, too.
ExecutorFile read_executor(const std::string& name);

/// Throws ConfigError where `submit` has no place for one of `values`.
void require_placeholders(const ExecutorFile& executor, const PlaceholderValues& values);

/// `command` with each {word} replaced by its value, quoted for a shell, and without the lines that
/// hold one without a value. `${word}` is the shell's.
std::string with_values(const std::string& command, const PlaceholderValues& values);

}  // namespace flitscope::tb
