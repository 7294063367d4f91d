#include "testbenches/drive/compare/crosscheck.h"

#include <algorithm>
#include <sstream>

#include "common/atomic_file.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/rtl_command/rtl_sets.h"

namespace flitscope::tb {

namespace {

class CrosscheckCommand : public Command {
public:
    CrosscheckCommand()
        : Command("crosscheck",
                  "Runs the same point at several levels and compares them cycle by cycle",
                  "A network whose `level` mixes levels is also compared, as \"mixed\".\n"
                  "Exit code 3: levels differ. The first difference is printed: cycle, router, "
                  "port, VC,\nfield and both values.") {}

    void declare(CLI::App& app) override {
        app.add_option("--levels", levels_,
                       "levels to compare, separated by commas: two or more of " +
                           join_names(level_names()) + "; default: fast,signal")
            ->type_name("A,B");
    }

    int run(const CommonOptions& common) override {
        const std::vector<std::string> levels = checked_levels();
        // `waves` do not matter here, so they need not fit `level`.
        std::vector<std::string> sets = common.sets;
        sets.emplace_back("waves=");
        const ExperimentConfig config = read_config(common.config, sets);
        print_unused(config, common);
        ExperimentConfig in_verilog = config;
        if (std::find(levels.begin(), levels.end(), "verilog") != levels.end()) {
            in_verilog.level = {"verilog", {}, config.level.verilog};
        } else if (config.level.uniform()) {
            in_verilog.level = {levels.front(), {}, config.level.verilog};  // `level` does not run
        }
        std::vector<LevelConfig> at_once;
        for (const std::string& level : levels) {
            at_once.push_back({level, {}, config.level.verilog});
        }
        if (!config.level.uniform()) {
            at_once.push_back(config.level);
        }
        check_memory(config, at_once);
        check_decisions(in_verilog);
        check_capabilities(config, at_once);
        if (in_verilog.level.uses("verilog")) {
            require_sets(in_verilog, common.config, common.sets);
        }
        Outputs outputs(common);
        outputs.reads_files_of(config);
        const std::string file = outputs.in_folder("crosscheck.json");
        if (!common.out.empty()) {
            outputs.writes("--out", file);
        }
        if (in_verilog.level.uses_plugins() || config.units.watched()) {
            outputs.writes_waves("the waves of a violation", outputs.in_folder(kViolationFile));
        }
        const InterruptFlag interrupt;
        const CrosscheckReport report =
            crosscheck(config, levels, outputs.make_folder(), &interrupt.signal());
        const std::string json = json_text(report.to_json());
        if (!common.out.empty()) {
            write_report(file, json);
        }
        print_report(common, json, report.summary());
        return exit_code(!report.equal()   ? ExitCode::levels_differ
                         : report.deadlock ? ExitCode::deadlock
                                           : ExitCode::done);
    }

private:
    /// The reader held the configuration against its own levels only.
    static void check_capabilities(ExperimentConfig config,
                                   const std::vector<LevelConfig>& at_once) {
        for (const LevelConfig& levels : at_once) {
            config.level = levels;
            std::string level;
            if (const Capability* const missing = missing_capability(config, level)) {
                throw option_error(config,
                                   {missing->key, "(" + missing->value +
                                                      ") not in this version at level " + level},
                                   "");
            }
        }
    }

    std::vector<std::string> checked_levels() const {
        std::vector<std::string> levels;
        if (!levels_.empty() && levels_.back() == ',') {
            throw UsageError(
                "--levels " + shortened("\"" + levels_ + "\"") +
                ": no level after the last comma; accepted: " + join_names(level_names()));
        }
        std::istringstream words(levels_);
        for (std::string level; std::getline(words >> std::ws, level, ',');) {
            const std::vector<std::string>& known = level_names();
            if (std::find(known.begin(), known.end(), level) == known.end()) {
                const std::string nearest = nearest_name(level, known);
                throw UsageError("--levels: unknown level \"" + shortened(level) +
                                 "\"; accepted: " + join_names(known) +
                                 (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?"));
            }
            if (std::find(levels.begin(), levels.end(), level) != levels.end()) {
                throw UsageError("--levels " + shortened(levels_) + ": " + level +
                                 " is given twice; accepted: different levels");
            }
            levels.push_back(level);
        }
        if (levels.size() < 2) {
            throw UsageError("--levels " + shortened("\"" + levels_ + "\"") +
                             ": one level; accepted: at least two, separated by commas");
        }
        return levels;
    }

    std::string levels_ = "fast,signal";
};

}  // namespace

std::unique_ptr<Command> make_crosscheck_command() { return std::make_unique<CrosscheckCommand>(); }

}  // namespace flitscope::tb
