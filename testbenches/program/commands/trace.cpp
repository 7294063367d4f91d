#include <iostream>

#include "common/atomic_file.h"
#include "rtl_models/router/contract/violation.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/shell_quoted.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/event_options.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/rtl_command/runnable.h"
#include "testbenches/program/trace_command/message_trace.h"

namespace flitscope::tb {

namespace {

class TraceCommand : public Command {
public:
    TraceCommand()
        : Command(
              "trace", "The way of one message, and where it lost time",
              "Messages are numbered from 0 in the order in which they join their queues, as in "
              "the log of\n`run --events`. With --out also message_N.json, the dump "
              "message_N.vcd of the routers that the\nmessage came to, and message_N.gtkw, the "
              "view of the signals that it used.") {}

    void declare(CLI::App& app) override {
        app.add_option("--message", message_, "number of the message")->required()->type_name("N");
    }

    int run(const CommonOptions& common) override {
        const rtl::MessageId message = message_number("--message", message_);
        // A dump of its own is made here, and `waves` need not fit `level`.
        std::vector<std::string> sets = common.sets;
        sets.emplace_back("waves=");
        const ExperimentConfig config = read_config(common.config, sets);
        if (config.router.queued_outputs()) {
            throw option_error(config,
                               {"organisation",
                                "output_queued: `trace` follows messages through VCs; `run "
                                "--events` logs them here, too"},
                               "router");
        }
        print_warnings(config.warnings, common);
        check_runnable(config, common.config, common.sets);
        const std::string stem = "message_" + std::to_string(message);
        Outputs outputs(common);
        outputs.reads_files_of(config);
        if (!common.out.empty()) {
            outputs.writes("the report", outputs.in_folder(stem + ".json"));
            outputs.writes_waves("the dump", outputs.in_folder(stem + ".vcd"));
        }
        const std::string folder = common.out.empty() ? "" : outputs.make_folder();
        try {
            const MessageTrace trace(config, message, folder.empty() ? "." : folder);
            report(trace, common, folder);
        } catch (const UnknownMessage& unknown) {
            throw UsageError("--message " + message_ + ": " + unknown.what());
        } catch (const rtl::Violation& violation) {
            throw run_fault(violation, folder.empty() ? "." : folder);
        }
        return exit_code(ExitCode::done);
    }

private:
    static void report(const MessageTrace& trace, const CommonOptions& common,
                       const std::string& folder) {
        nlohmann::ordered_json json = trace.report().to_json();
        std::string text = trace.report().summary();
        if (!folder.empty()) {
            const std::string stem =
                folder + "/message_" + std::to_string(json["message"].get<rtl::MessageId>());
            if (!trace.report().way().visits.empty()) {
                record(trace, stem + ".vcd", json, text);
            }
            write_report(stem + ".json", json_text(json));
        }
        print_report(common, json_text(json), text);
    }

    static void record(const MessageTrace& trace, const std::string& dump,
                       nlohmann::ordered_json& json, std::string& text) {
        std::string view;
        try {
            view = trace.record(dump);
        } catch (const OutputError&) {
            std::cout << json_text(json) << std::flush;  // worth more than a dump
            throw;
        }
        json["dump"] = dump;
        json["view"] = view;
        text += "gtkwave " + shell_quoted(view) + "\n";
    }

    std::string message_;
};

}  // namespace

std::unique_ptr<Command> make_trace_command() { return std::make_unique<TraceCommand>(); }

}  // namespace flitscope::tb
