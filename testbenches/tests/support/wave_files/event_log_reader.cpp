#include "testbenches/tests/support/wave_files/event_log_reader.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace flitscope::tb {

std::vector<LoggedEvent> read_event_log(const std::string& path) {
    std::ifstream input(path);
    std::string line;
    if (!std::getline(input, line) || line != "cycle router port vc message flit event scope") {
        throw std::runtime_error(path + ":1: not the header of an event log: " + line);
    }
    std::vector<LoggedEvent> events;
    for (int number = 2; std::getline(input, line); ++number) {
        std::istringstream words(line);
        LoggedEvent e;
        std::string rest;
        if (!(words >> e.cycle >> e.router >> e.port >> e.vc >> e.message >> e.flit >> e.event >>
              e.scope) ||
            words >> rest || (e.event != "in" && e.event != "out")) {
            throw std::runtime_error(std::string(path)
                                         .append(":")
                                         .append(std::to_string(number))
                                         .append(": ")
                                         .append(line));
        }
        events.push_back(e);
    }
    return events;
}

}  // namespace flitscope::tb
