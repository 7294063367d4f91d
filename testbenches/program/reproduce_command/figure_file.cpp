#include "testbenches/program/reproduce_command/figure_file.h"

#include <algorithm>
#include <filesystem>

#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/program/reproduce_command/statement_reader.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

constexpr double kLargestFactor = 1e300;
/// Of a sweep, and the command that replaces its run.
const std::vector<std::string> kSweepKeys = {"base",     "config",     "run",  "axes",   "paired",
                                             "replicas", "saturation", "skip", "strict", "command"};
constexpr NamedValue<PlotStyle> kStyles[] = {{"lines_and_points", PlotStyle::lines_and_points},
                                             {"lines", PlotStyle::lines},
                                             {"points", PlotStyle::points}};
constexpr NamedValue<bool> kSaturated[] = {{"omit", false}, {"keep", true}};

bool is_name(const std::string& text) {
    return !text.empty() && text[0] > '9' &&
           text.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
               std::string::npos;
}

/// A list of words, as a command line has them.
std::vector<std::string> read_words(ConfigSection& section, const std::string& key) {
    std::vector<std::string> words;
    const ConfigNode* const node = section.find(key);
    if (node == nullptr) {
        return words;
    }
    for (const ConfigNode& each : node->items) {
        words.push_back(each.scalar);
    }
    if (node->kind != ConfigNode::Kind::sequence || words.empty() ||
        std::any_of(words.begin(), words.end(),
                    [](const std::string& each) { return each.empty(); })) {
        section.fail(key, "not a command",
                     "its words in a list: [topology], [plan, --algorithm, rd]");
    }
    return words;
}

/// Checks that a section has no other keys than a sweep.
void check_sweep_keys(ConfigSection section) {
    for (const std::string& key : kSweepKeys) {
        section.find(key);
    }
    section.finish();
}

/// Lays the keys of a sweep in `over` over those in `sweep`.
void lay_over(ConfigNode& sweep, const ConfigNode* over) {
    for (const std::string& key : kSweepKeys) {
        const ConfigNode* const value = over == nullptr ? nullptr : over->find(key);
        ConfigNode* const there = sweep.find(key);
        if (value == nullptr) {
            continue;
        }
        if (there != nullptr && key == "config") {
            merge_config(*there, *value);
        } else if (there != nullptr && key == "axes" && value->kind == ConfigNode::Kind::mapping) {
            for (std::size_t i = 0; i < value->keys.size(); ++i) {
                there->erase(value->keys[i].scalar);
                there->keys.push_back(value->keys[i]);
                there->items.push_back(value->items[i]);
            }
        } else {
            sweep.erase(key);
            sweep.keys.push_back(
                *std::find_if(over->keys.begin(), over->keys.end(),
                              [&](const ConfigNode& each) { return each.scalar == key; }));
            sweep.items.push_back(*value);
        }
    }
}

FigureAxis read_axis(ConfigSection section, const std::string& key, FigureAxis axis) {
    if (section.has(key)) {
        section.text(key, axis.figure);
        axis.position = section.position_of(key);
    }
    section.text("label", axis.label);
    if (section.has("scale") || section.has("divide")) {
        double scale = 1, divide = 1;
        section.real("scale", scale, -kLargestFactor, kLargestFactor);
        section.real("divide", divide, 1 / kLargestFactor, kLargestFactor);
        axis.factor = scale / divide;
    }
    section.truth("log", axis.logarithmic);
    section.finish();
    return axis;
}

std::vector<std::pair<double, double>> read_points(ConfigSection& section) {
    std::vector<std::pair<double, double>> points;
    for (const ConfigNode& each : section.find("points")->items) {
        std::vector<double> numbers;
        for (const ConfigNode& item : each.items) {
            const Parsed<double> number = parse_real(item);
            if (number.value) {
                numbers.push_back(*number.value);
            }
        }
        if (numbers.size() != 2 || each.items.size() != 2) {
            throw ConfigError({each.position(), "not a point", "two numbers: [x, y]",
                               section.path_of("points"), each.text()});
        }
        points.emplace_back(numbers[0], numbers[1]);
    }
    if (points.empty()) {
        section.fail("points", "no points", "a list: [[0.5, 1.2], [0.6, 1.4]]");
    }
    return points;
}

/// The parts of a file that its curves share.
struct Shared {
    FigureFile* figure;
    const ConfigNode* common;        ///< null: absent
    const ConfigNode* quick_common;  ///< null: absent, or not quick
    const ConfigNode* quick_curves;
};

void read_sweep_of(ConfigSection& section, const ConfigNode& node, const Shared& shared,
                   CurveSource& curve) {
    ConfigNode tree = node;
    tree.keys.clear();
    tree.items.clear();
    lay_over(tree, shared.common);
    lay_over(tree, shared.quick_common);
    lay_over(tree, &node);
    if (shared.quick_curves != nullptr) {
        lay_over(tree, shared.quick_curves->find(curve.name));
    }
    ConfigSection words(&tree, section.path_of(""), tree.position());
    curve.command = read_words(words, "command");
    tree.erase("command");
    // Its name would be that of the file.
    const std::string beside = (fs::path(shared.figure->path).parent_path() / "points").string();
    curve.sweep = sweep_of(std::move(tree), beside);
    if (curve.x.figure.empty() || curve.y.figure.empty()) {
        section.fail(curve.x.figure.empty() ? "x" : "y",
                     "nothing says what is drawn along this axis",
                     "x: {key: ...} and y: {figure: ...} of the figure or the curve");
    }
}

CurveSource read_curve(ConfigSection section, const ConfigNode& node, const std::string& name,
                       const std::set<std::string>& above, const Shared& shared) {
    CurveSource curve;
    curve.name = curve.label = name;
    section.text("label", curve.label);
    section.text("panel", curve.panel);
    section.text("colour", curve.colour);
    if (section.has("colour") && above.count(curve.colour) == 0) {
        section.fail("colour", "there is no curve " + curve.colour + " above",
                     "a curve further up whose colour it shares");
    }
    section.truth("hidden", curve.hidden);
    section.choice("saturated", curve.keep_saturated, kSaturated);
    curve.x = read_axis(section.section("x"), "key", shared.figure->x);
    const bool formula = section.has("formula"), points = section.has("points");
    FigureAxis y = shared.figure->y;
    y.factor = formula ? 1 : y.factor;  // the curves of a formula are scaled already
    curve.y = read_axis(section.section("y"), "figure", y);
    bool sweeps = false;
    for (const std::string& key : kSweepKeys) {
        sweeps = section.has(key) || sweeps;
    }
    if (static_cast<int>(formula) + static_cast<int>(points) + static_cast<int>(sweeps) > 1) {
        section.fail(formula ? "formula" : "points", "the curve has two origins",
                     "one of: keys of a sweep, formula, points");
    }
    if (formula) {
        section.text("formula", curve.formula);
        check_expression(*section.find("formula"), section.path_of("formula"), above);
        curve.style = PlotStyle::lines;
    } else if (points) {
        curve.points = read_points(section);
        curve.style = PlotStyle::points;
    } else {
        read_sweep_of(section, node, shared, curve);
        if (curve.sweep->run == SweepRun::model) {
            curve.style = PlotStyle::lines;
        }
    }
    section.choice("style", curve.style, kStyles);
    section.finish();
    return curve;
}

void read_curves(ConfigSection& root, bool quick, FigureFile& figure) {
    check_sweep_keys(root.section("common"));
    ConfigSection quick_section = root.section("quick");
    check_sweep_keys(quick_section.section("common"));
    ConfigSection quick_curves = quick_section.section("curves");
    quick_section.finish();
    Shared shared = {&figure, root.find("common"), nullptr, nullptr};
    if (const ConfigNode* const node = root.find("quick"); node != nullptr && quick) {
        shared.quick_common = node->find("common");
        shared.quick_curves = node->find("curves");
    }
    ConfigSection section = root.section("curves");
    std::set<std::string> names;
    for (const ConfigNode& key : section.keys()) {
        if (!is_name(key.scalar)) {
            throw ConfigError({key.position(), "not a name of a curve",
                               "letters, digits and _, a letter first", "curves", key.scalar});
        }
        const ConfigNode* const node = section.find(key.scalar);
        figure.curves.push_back(
            read_curve(section.section(key.scalar), *node, key.scalar, names, shared));
        names.insert(key.scalar);
        if (quick_curves.has(key.scalar)) {
            check_sweep_keys(quick_curves.section(key.scalar));
        }
    }
    quick_curves.finish();
    if (figure.curves.empty()) {
        root.fail("curves", "no curves", "curves, draw, or not_reproducible");
    }
    figure.statements = read_statements(root, names, quick);
}

void read_drawing(ConfigSection section, FigureFile& figure) {
    FigureDrawing drawing;
    drawing.command = read_words(section, "command");
    section.text("save", drawing.save);
    if (const ConfigNode* const config = section.find("config")) {
        drawing.config = flow_text(*config);
    }
    section.require("command", "the words of a command in a list");
    section.require("save", "the option of the command that names the picture: --svg, --plot");
    section.require("config", "the configuration that the command reads");
    section.finish();
    figure.drawing = std::move(drawing);
}

}  // namespace

FigureFile read_figure(const std::string& path, bool quick) {
    const ConfigNode tree = read_config_tree(path);
    ConfigSection root(&tree, {}, tree.position());
    FigureFile figure;
    figure.path = fs::absolute(path).lexically_normal().string();
    figure.paper = fs::path(figure.path).parent_path().filename().string();
    figure.figure = fs::path(figure.path).stem().string();
    for (const auto& [key, text] :
         {std::pair("title", &figure.title), std::pair("source", &figure.source),
          std::pair("not_reproducible", &figure.not_reproducible)}) {
        root.text(key, *text);
    }
    read_prose(root, "notes", figure.notes);
    root.require("title", "what the figure shows");
    root.require("source", "the figure or table of the paper, such as Fig. 8");
    if (!root.has("not_reproducible")) {
        figure.x = read_axis(root.section("x"), "key", {});
        figure.y = read_axis(root.section("y"), "figure", {});
        root.truth("table", figure.table);
        if (root.has("draw")) {
            read_drawing(root.section("draw"), figure);
        } else {
            read_curves(root, quick, figure);
        }
    }
    root.finish();
    return figure;
}

}  // namespace flitscope::tb
