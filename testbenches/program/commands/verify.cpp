#include "common/atomic_file.h"
#include "testbenches/drive/witness/witness_search.h"
#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class VerifyCommand : public GraphCommand {
public:
    VerifyCommand()
        : GraphCommand(
              ConfigUse::verification, "verify",
              "Checks that every pair is reachable and that the network is free of deadlock",
              "Exit code 4: the network is not free of deadlock. A shortest cycle of "
              "channels is printed.") {}

    void declare(CLI::App& app) override {
        app.add_option("--witness", witness_,
                       "if the network is not free of deadlock, searches for messages that "
                       "deadlock and writes them to this file (.csv) for traffic.arrivals: trace")
            ->type_name("FILE");
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        if (witness_.empty()) {
            return verify_command(config, json, out);
        }
        return verify_command(config, json, out, [&](const auto& check, const auto& effective) {
            if (!found_) {
                found_ = find(config, check, effective);
            }
            return *found_;
        });
    }

    std::vector<std::pair<std::string, std::string>> files() const override {
        if (witness_.empty()) {
            return {};
        }
        require_trace_name("--witness", witness_);
        return {{"--witness", witness_}};
    }

    void write_files(const ExperimentConfig& /*config*/) const override {
        if (found_ && found_->messages > 0) {
            write_file(witness_, trace_);
        }
    }

private:
    WitnessReport find(const ExperimentConfig& config, const topo::RoutingCheck& check,
                       const std::vector<int>& effective) {
        WitnessSearch search(config, check, effective);
        const std::optional<Witness> witness = search.find();
        WitnessReport report;
        report.file = witness_;
        report.tries = search.tries();
        report.most_messages = search.most_messages();
        if (witness) {
            report.messages = static_cast<int>(witness->messages.size());
            report.edge = witness->edge;
            trace_ = trace_text(witness->messages);
        }
        return report;
    }

    std::string witness_;
    std::optional<WitnessReport> found_;
    std::string trace_;  ///< of the messages found
};

}  // namespace

std::unique_ptr<Command> make_verify_command() { return std::make_unique<VerifyCommand>(); }

}  // namespace flitscope::tb
