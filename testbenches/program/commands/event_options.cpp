#include "testbenches/program/commands/event_options.h"

#include <optional>
#include <sstream>

#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/console/whole_number.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

std::optional<std::int64_t> number(const std::string& text) {
    const std::optional<std::int64_t> value = parse_whole_number(text).value;
    return value >= 0 ? value : std::nullopt;
}

[[noreturn]] void fail(const std::string& option, const std::string& value,
                       const std::string& accepted) {
    throw UsageError(option + " " + value + ": accepted: " + accepted);
}

std::set<topo::NodeId> routers_of(const std::string& list, topo::NodeId nodes) {
    std::set<topo::NodeId> routers;
    std::istringstream words(list);
    const std::string accepted =
        "router ids 0.." + std::to_string(nodes - 1) + ", separated by commas";
    for (std::string word; std::getline(words, word, ',');) {
        const auto id = number(word);
        if (!id || *id >= nodes) {
            fail("--events-routers", list, accepted);
        }
        routers.insert(static_cast<topo::NodeId>(*id));
    }
    if (list.empty() || list.back() == ',') {
        fail("--events-routers", list, accepted);
    }
    return routers;
}

}  // namespace

std::uint32_t message_number(const std::string& option, const std::string& text) {
    const auto id = number(text);
    if (!id || *id > UINT32_MAX) {
        fail(option, text, "a message number 0..4294967295");
    }
    return static_cast<std::uint32_t>(*id);
}

void EventOptions::declare(CLI::App& app) {
    app.add_option("--events", file_, "logs every event of every flit to this file in OUT")
        ->type_name("FILE");
    app.add_option("--events-routers", routers_, "... only at these routers")->type_name("A,B");
    app.add_option("--events-window", window_,
                   "... only from cycle FROM up to, but not including, cycle TO")
        ->type_name("FROM:TO");
    app.add_option("--events-message", message_, "... only of this message")->type_name("N");
}

waves::EventFilter EventOptions::filter(const ExperimentConfig& config) const {
    waves::EventFilter filter;
    if (file_.empty()) {
        for (const auto& [option, value] :
             {std::pair{"--events-routers", routers_}, std::pair{"--events-window", window_},
              std::pair{"--events-message", message_}}) {
            if (value) {
                throw UsageError(std::string(option) + " " + *value + ": needs --events FILE");
            }
        }
        return filter;
    }
    if (routers_) {
        const auto topology = topo::make_topology(config.topology.name, config.topology.options);
        filter.routers = routers_of(*routers_, topology->nodes());
    }
    if (window_) {
        const std::size_t colon = window_->find(':');
        const auto from = number(window_->substr(0, colon));
        const auto to =
            colon == std::string::npos ? std::nullopt : number(window_->substr(colon + 1));
        if (!from || !to || *from >= *to) {
            fail("--events-window", *window_, "FROM:TO in cycles, FROM less than TO");
        }
        filter.from = *from;
        filter.to = *to;
    }
    if (message_) {
        filter.message = message_number("--events-message", *message_);
    }
    return filter;
}

}  // namespace flitscope::tb
