#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

#include "common/atomic_file.h"
#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/waves/event_log.h"
#include "testbenches/drive/campaign/sweep_file.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/commands/progress_display.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/console/status_line.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/cost_command/network_cost.h"
#include "testbenches/program/model_command/model_comparison.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/program/rtl_command/runnable.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

constexpr const char* kResultFile = "result.json";
/// A sweep's points begin alike, and end with a checksum.
constexpr FileMark kResultMark = {"{\n  \"flitscope\": \"", 32, "\n  \"checksum\": \""};

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

/// The options for the event log: its file, and which lines it keeps.
class EventOptions {
public:
    void declare(CLI::App& app) {
        app.add_option("--events", file_, "logs every event of every flit to this file in OUT")
            ->type_name("FILE");
        app.add_option("--events-routers", routers_, "... only at these routers")->type_name("A,B");
        app.add_option("--events-window", window_,
                       "... only from cycle FROM up to, but not including, cycle TO")
            ->type_name("FROM:TO");
        app.add_option("--events-message", message_, "... only of this message")->type_name("N");
    }

    /// "": no log.
    const std::string& file() const { return file_; }

    /// Throws UsageError for values that are malformed or not in the network, and for a filter
    /// without a log.
    waves::EventFilter filter(const ExperimentConfig& config) const {
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
            const auto topology =
                topo::make_topology(config.topology.name, config.topology.options);
            filter.routers = routers_of(*routers_, topology->routers());
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

private:
    std::string file_;
    std::optional<std::string> routers_;
    std::optional<std::string> window_;
    std::optional<std::string> message_;
};

class RunCommand : public Command {
public:
    RunCommand()
        : Command(
              "run", "Simulates one operating point and writes OUT/result.json",
              "Without --out the files go to the current folder. An interrupted run writes what it "
              "has\nmeasured so far, marked \"complete\": false. A saturated point is a result: "
              "exit code 0.") {}

    void declare(CLI::App& app) override {
        event_options_.declare(app);
        app.add_flag("--force", force_, "overwrites a result.json that no run wrote");
        app.add_option("--write-trace", trace_,
                       "also writes every message to this file (.csv) for traffic.arrivals: trace")
            ->type_name("FILE");
        app.add_flag("--with-model", with_model_,
                     "also prints the analytical model that fits, and its deviation");
        CLI::Option* const cost = app.add_flag(
            "--with-cost", with_cost_,
            "also synthesises the router: area, period, latency in ns, throughput in flits/ns");
        app.add_option("--liberty", liberty_,
                       "... with these cells: osu018, osu035, or a file in the liberty format")
            ->needs(cost)
            ->type_name("FILE");
        app.add_option("--energy", gate_cycles_,
                       "... and simulates its netlist in the first CYCLES of the run: energy")
            ->needs(cost)
            ->type_name("CYCLES")
            ->check(whole_number(1, kMostGateCycles));
    }

    int run(const CommonOptions& common) override {
        const ExperimentConfig config = read_config(common.config, common.sets);
        print_warnings(config.warnings, common);
        check_runnable(config, common.config, common.sets);
        refuse_deadlock(config);
        const waves::EventFilter filter = event_options_.filter(config);
        const std::string folder = checked_outputs(config, common);
        const InterruptFlag interrupt;
        std::optional<NetworkCost> cost;
        if (with_cost_) {
            cost = priced(config, interrupt);
        }
        Recordings recordings(config, event_log(common), filter, folder, trace_);
        try {
            return simulate_point(config, common, folder, interrupt, recordings, cost);
        } catch (const rtl::Violation& violation) {
            throw run_fault(violation, folder);
        }
    }

private:
    /// In OUT, where there is one; "": none.
    std::string event_log(const CommonOptions& common) const {
        const std::string& file = event_options_.file();
        return file.empty() ? file : (std::filesystem::path(common.out) / file).string();
    }

    /// Makes the folder for what the run will write, once everything can be written.
    std::string checked_outputs(const ExperimentConfig& config, const CommonOptions& common) const {
        Outputs outputs(common);
        outputs.reads_files_of(config);
        outputs.rewrites("the result", outputs.in_folder(kResultFile), kResultMark, force_);
        if (!event_options_.file().empty()) {
            outputs.writes("--events", event_log(common));
        }
        if (!trace_.empty()) {
            require_trace_name("--write-trace", trace_);
            outputs.writes("--write-trace", trace_);
        }
        if (config.waves) {
            const std::string dump = outputs.in_folder(config.waves->file);
            outputs.writes_waves("waves.file", dump);
            if (config.waves->rtl) {
                outputs.writes("waves.rtl", cosim::RtlTrace::rtl_file(dump));
                Outputs::reads_again("waves.file", dump);
                Outputs::reads_again("waves.rtl", cosim::RtlTrace::rtl_file(dump));
                outputs.writes_waves("waves.rtl", cosim::RtlTrace::both_file(dump));
            }
        }
        if (config.level.uses_plugins() || config.units.watched()) {
            outputs.writes_waves("the waves of a violation", outputs.in_folder(kViolationFile));
        }
        return outputs.make_folder();
    }

    int simulate_point(const ExperimentConfig& config, const CommonOptions& common,
                       const std::string& folder, const InterruptFlag& interrupt,
                       Recordings& recordings, const std::optional<NetworkCost>& cost) const {
        const PointOutcome outcome = simulate_shown(config, common, interrupt, recordings);
        const Result& result = outcome.result;
        print_warnings(result.warnings, common);
        report(result, common, folder, with_model_ ? model_beside(config, result) : std::nullopt,
               cost);
        if (const auto failure = failure_of(outcome, config)) {
            std::cerr << "flitscope: " << failure->message << "\n";
            return failure->code;
        }
        const int signal = interrupt.signal().load();
        return !result.complete && signal != 0 ? exit_code_of_signal(signal)
                                               : exit_code(ExitCode::done);
    }

    NetworkCost priced(const ExperimentConfig& config, const InterruptFlag& interrupt) const {
        if (liberty_.empty()) {
            throw UsageError("--with-cost: needs --liberty FILE: gates have no delay in ns");
        }
        return network_cost(config,
                            RouterSynthesis(read_cell_library(liberty_), interrupt.signal()),
                            PricedRouters::largest, gate_cycles_);
    }

    static PointOutcome simulate_shown(const ExperimentConfig& config, const CommonOptions& common,
                                       const InterruptFlag& interrupt, Recordings& recordings) {
        StatusLine line(!common.quiet);
        SimulationHooks hooks;
        hooks.interrupt = &interrupt.signal();
        hooks.progress = [&line](const Progress& progress) { show_progress(line, progress); };
        return run_point(config, recordings, hooks);
    }

    static std::optional<ModelComparison> model_beside(const ExperimentConfig& config,
                                                       const Result& result) {
        auto model = model_for(config, ComparableResults::of(result));
        if (!model) {
            std::cerr << "flitscope: warning: --with-model: no model fits this configuration\n";
        }
        return model;
    }

    static void report(const Result& result, const CommonOptions& common, const std::string& folder,
                       const std::optional<ModelComparison>& model,
                       const std::optional<NetworkCost>& cost) {
        nlohmann::ordered_json object = result.to_json();
        if (model) {
            model->add_to(object);
        }
        if (cost) {
            cost->add_to(object, result.activity);
        }
        const std::string json = json_text(object);
        write_report((std::filesystem::path(folder) / kResultFile).string(), json);
        print_report(common, json,
                     result.summary() + (model ? model->to_text() + "\n" : "") +
                         (cost ? cost->text_beside(object) : ""));
    }

    EventOptions event_options_;
    std::string trace_;
    bool with_model_ = false;
    bool with_cost_ = false;
    std::string liberty_;
    rtl::Cycle gate_cycles_ = 0;
    bool force_ = false;
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace flitscope::tb
