#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class VerifyCommand : public GraphCommand {
public:
    VerifyCommand() : GraphCommand(ConfigUse::simulation) {}

    std::string name() const override { return "verify"; }
    std::string description() const override {
        return "Is every pair reachable, and is the network free of deadlock?";
    }
    std::string details() const override {
        return "Exit code 4 when it is not free of deadlock; one shortest cycle of channels is "
               "printed.";
    }

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        VerifyCommandOptions options;
        options.json = json;
        return verify_command(config, options, out);
    }
};

}  // namespace

std::unique_ptr<Command> make_verify_command() { return std::make_unique<VerifyCommand>(); }

}  // namespace flitscope::tb
