#include "testbenches/program/commands/graph_command.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

namespace {

class VerifyCommand : public GraphCommand {
public:
    VerifyCommand()
        : GraphCommand(ConfigUse::simulation, "verify",
                       "Is every pair reachable, and is the network free of deadlock?",
                       "Exit code 4 when it is not free of deadlock; one shortest cycle of "
                       "channels is printed.") {}

protected:
    int report(const ExperimentConfig& config, bool json, std::ostream& out) override {
        return verify_command(config, json, out);
    }
};

}  // namespace

std::unique_ptr<Command> make_verify_command() { return std::make_unique<VerifyCommand>(); }

}  // namespace flitscope::tb
