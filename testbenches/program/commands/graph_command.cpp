#include "testbenches/program/commands/graph_command.h"

#include <iostream>
#include <sstream>

namespace flitscope::tb {

int GraphCommand::run(const CommonOptions& common) {
    const ExperimentConfig config = read_config(common.config, common.sets, use_);
    try {
        int code = 0;
        std::ostringstream json;
        if (!common.out.empty()) {
            const std::string folder = output_folder(common);
            code = report(config, true, json);
            write_file(folder + "/" + name() + ".json", json.str());
        }
        if (common.quiet && !common.json) {
            std::ostringstream unseen;
            return common.out.empty() ? report(config, true, unseen) : code;
        }
        if (common.json && !common.out.empty()) {
            std::cout << json.str();
            return code;
        }
        return report(config, common.json, std::cout);
    } catch (const topo::OptionError& error) {
        if (error.key() == "from" || error.key() == "to") {
            throw UsageError("--" + error.key() + ": " + error.what());
        }
        throw option_error(config, error);
    }
}

}  // namespace flitscope::tb
