#include "testbenches/program/commands/graph_command.h"

#include <iostream>
#include <sstream>

#include "common/atomic_file.h"
#include "testbenches/program/commands/outputs.h"

namespace flitscope::tb {

int GraphCommand::run(const CommonOptions& common) {
    const ExperimentConfig config = read_config(common.config, common.sets, use_);
    print_unused(config, common);
    try {
        int code = 0;
        std::ostringstream json;
        const auto others = files();
        if (!common.out.empty() || !others.empty()) {
            Outputs outputs(common);
            outputs.reads_files_of(config);
            for (const auto& [option, file] : others) {
                outputs.writes(option, file);
            }
            if (!common.out.empty()) {
                const std::string file = outputs.in_folder(name() + ".json");
                outputs.writes("--out", file);
                code = report(config, true, json);
                outputs.make_folder();
                write_report(file, json.str());
            }
        }
        if (common.quiet && !common.json) {
            std::ostringstream unseen;
            code = common.out.empty() ? report(config, true, unseen) : code;
        } else if (common.json && !common.out.empty()) {
            std::cout << json.str();
        } else {
            code = report(config, common.json, std::cout);
        }
        write_files(config);
        return code;
    } catch (const OptionError& error) {
        if (error.key().compare(0, 2, "--") == 0) {
            throw UsageError(error.key() + ": " + error.what());
        }
        throw option_error(config, error);
    }
}

}  // namespace flitscope::tb
