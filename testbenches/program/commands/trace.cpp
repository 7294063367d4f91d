#include <iostream>

#include "common/atomic_file.h"
#include "rtl_models/router/contract/violation.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/shell_quoted.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/rtl_command/runnable.h"
#include "testbenches/program/trace_command/message_trace.h"
#include "testbenches/program/trace_command/slowest_messages.h"

namespace flitscope::tb {

namespace {

class TraceCommand : public Command {
public:
    TraceCommand()
        : Command(
              "trace", "The way of one message, or the slowest ones, and where they lost time",
              "Messages are numbered from 0 in the order in which they join their queues, as in "
              "the log of\n`run --events`. With --out also message_N.json, the dump "
              "message_N.vcd of the routers that the\nmessage came to, and message_N.gtkw, the "
              "view of the signals that it used. --slowest simulates twice and names the message "
              "that blocked\neach of the slowest; with --out also slowest.json.") {}

    void declare(CLI::App& app) override {
        const auto message =
            app.add_option("--message", message_, "number of the message")->type_name("N");
        const auto slowest =
            app.add_option("--slowest", slowest_,
                           "the N slowest delivered messages, and who blocked each of them")
                ->transform(whole_number(1, 100000))
                ->type_name("N")
                ->excludes(message);
        app.add_option("--type", choice_.type,
                       "... of this type only: unicast, broadcast, "
                       "multicast or collective")
            ->check(CLI::IsMember(kMessageTypes))
            ->type_name("TYPE")
            ->needs(slowest);
        app.add_option("--class", choice_.message_class, "... of this message class only")
            ->transform(whole_number(0, 7))
            ->type_name("N")
            ->needs(slowest);
    }

    int run(const CommonOptions& common) override {
        if (message_.empty() && slowest_ == 0) {
            throw UsageError("trace: --message N or --slowest N is required");
        }
        const rtl::MessageId message = slowest_ > 0 ? 0 : message_number("--message", message_);
        // A dump of its own is made here, and `waves` need not fit `level`.
        std::vector<std::string> sets = common.sets;
        sets.emplace_back("waves=");
        const ExperimentConfig config = read_config(common.config, sets);
        refuse_queued_outputs(config, "`trace` follows messages through VCs");
        print_warnings(config.warnings, common);
        check_runnable(config, common.config, common.sets);
        if (slowest_ > 0) {
            return list_slowest(config, common);
        }
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
    int list_slowest(const ExperimentConfig& config, const CommonOptions& common) const {
        if (choice_.message_class.value_or(0) >= config.router.message_classes) {
            throw UsageError(
                "--class " + std::to_string(*choice_.message_class) +
                ": router.message_classes = " + std::to_string(config.router.message_classes));
        }
        Outputs outputs(common);
        outputs.reads_files_of(config);
        if (!common.out.empty()) {
            outputs.writes("the report", outputs.in_folder("slowest.json"));
        }
        const std::string folder = common.out.empty() ? "." : outputs.make_folder();
        const SlowestMessages slowest(config, slowest_, choice_, folder);
        const std::string json = json_text(slowest.to_json());
        if (!common.out.empty()) {
            write_report(folder + "/slowest.json", json);
        }
        print_report(common, json, slowest.summary());
        return exit_code(ExitCode::done);
    }

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
    std::size_t slowest_ = 0;  ///< how many; 0: one message is followed
    MessageChoice choice_;
};

}  // namespace

std::unique_ptr<Command> make_trace_command() { return std::make_unique<TraceCommand>(); }

}  // namespace flitscope::tb
