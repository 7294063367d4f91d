#include "testbenches/program/reproduce_command/statement_reader.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace flitscope::tb {

namespace {

constexpr double kLargest = 1e300;
using Kind = StatementTest::Kind;
constexpr std::pair<const char*, Kind> kKinds[] = {
    {"order", Kind::order}, {"value", Kind::value}, {"rises", Kind::rises}, {"falls", Kind::falls}};
constexpr const char* kRanges[] = {"within", "is", "at_least", "at_most"};

/// How many of `keys` the section has.
template <typename Keys>
int count(ConfigSection& section, const Keys& keys) {
    int found = 0;
    for (const auto& each : keys) {
        found += section.has(each) ? 1 : 0;
    }
    return found;
}

void read_expressions(ConfigSection& section, const std::string& key,
                      const std::set<std::string>& names, StatementTest& test) {
    const ConfigNode& node = *section.find(key);
    const bool list = test.kind == Kind::order;
    if (list && (node.kind != ConfigNode::Kind::sequence || node.items.size() < 2)) {
        section.fail(key, "not two or more", "curves or expressions of them in a list: [a, b]");
    }
    for (const ConfigNode& each : list ? node.items : std::vector<ConfigNode>{node}) {
        check_expression(each, section.path_of(key), names);
        test.expressions.push_back(each.scalar);
    }
}

void read_range(ConfigSection& section, StatementTest& test) {
    if (count(section, kRanges) != 1) {
        section.fail("value", "one range is needed",
                     "within: [LOW, HIGH], is: N with tolerance: T, at_least: N, or at_most: N");
    }
    test.low = -kUnlimited;
    test.high = kUnlimited;
    section.real("at_least", test.low, -kLargest, kLargest);
    section.real("at_most", test.high, -kLargest, kLargest);
    if (section.has("within")) {
        std::vector<double> range;
        section.reals("within", range, -kLargest, kLargest);
        if (range.size() != 2 || range[0] > range[1]) {
            section.fail("within", "not a range", "[LOW, HIGH]");
        }
        test.low = range[0];
        test.high = range[1];
    }
    if (section.has("is")) {
        double number = 0, tolerance = 0;
        section.require("tolerance", "a share of the number: 0.05");
        section.real("is", number, -kLargest, kLargest);
        section.real("tolerance", tolerance, 0, 1);
        test.low = number - tolerance * std::abs(number);
        test.high = number + tolerance * std::abs(number);
    }
}

StatementTest read_test(ConfigSection section, const std::set<std::string>& names) {
    StatementTest test;
    std::string kind;
    for (const auto& [key, value] : kKinds) {
        if (section.has(key)) {
            if (!kind.empty()) {
                section.fail(key, "a second test in one", "a list of tests");
            }
            kind = key;
            test.kind = value;
        }
    }
    if (kind.empty()) {
        section.require("value", "one of order, value, rises, falls");
        section.finish();
    }
    read_expressions(section, kind, names, test);
    if (test.kind == Kind::value) {
        read_range(section, test);
    } else {
        section.real("by", test.by, 0, kLargest);
    }
    if (section.has("at") && (section.has("from") || section.has("to"))) {
        section.fail("at", "given together with from or to", "one x, or a range");
    }
    section.real("from", test.range.from, -kLargest, kLargest);
    section.real("to", test.range.to, -kLargest, kLargest);
    section.real("at", test.range.from, -kLargest, kLargest);
    if (section.has("at")) {
        test.range.to = test.range.from;
    }
    // x of points are rounded
    test.range.from = comparable_x(test.range.from);
    test.range.to = comparable_x(test.range.to);
    section.finish();
    return test;
}

/// One test, or a list of them.
std::vector<StatementTest> read_tests(ConfigSection& section, const std::set<std::string>& names) {
    std::vector<StatementTest> tests;
    const ConfigNode* const node = section.find("test");
    if (node != nullptr && node->kind == ConfigNode::Kind::sequence) {
        section.sections("test", "a test, or a list of them",
                         [&](ConfigSection& each) { tests.push_back(read_test(each, names)); });
    } else if (node != nullptr) {
        tests.push_back(read_test(section.section("test"), names));
    }
    return tests;
}

/// Refuses a correction that picks one x which the paper does not name (docs/reproduce.md).
void check_correction(ConfigSection& section, const Statement& statement) {
    const auto one_x = [](const StatementTest& each) { return each.range.from == each.range.to; };
    for (const StatementTest& each : statement.with_correction) {
        const bool named =
            statement.tests.empty() ||
            std::any_of(statement.tests.begin(), statement.tests.end(), [&](const auto& own) {
                return one_x(own) && own.range.from == each.range.from;
            });
        if (one_x(each) && !named) {
            section.fail("test", "one x that the test of the statement does not name",
                         "a range with from or to, or an x of that test");
        }
    }
}

}  // namespace

void read_prose(ConfigSection& section, const std::string& key, std::string& target) {
    const ConfigNode* const node = section.find(key);
    if (node == nullptr) {
        return;
    }
    if (node->kind != ConfigNode::Kind::scalar) {
        section.fail(key, "not text", "text");
    }
    target = node->scalar;
    target.erase(target.find_last_not_of('\n') + 1);
}

void check_expression(const ConfigNode& node, const std::string& path,
                      const std::set<std::string>& names) {
    std::string problem = "not an expression";
    try {
        if (node.kind == ConfigNode::Kind::scalar) {
            curves_in(node.scalar, names);
            return;
        }
    } catch (const std::invalid_argument& error) {
        problem = error.what();
    }
    throw ConfigError({node.position(), problem,
                       "an expression of the curves " + join_names({names.begin(), names.end()}) +
                           " (docs/reproduce.md)",
                       path, node.text()});
}

std::vector<Statement> read_statements(ConfigSection& root, const std::set<std::string>& names,
                                       bool quick) {
    std::vector<Statement> statements;
    root.sections("statements", "a list of statements", [&](ConfigSection& section) {
        Statement statement;
        bool judged_quickly = true;
        section.require("text", "what the paper says");
        section.text("text", statement.text);
        section.text("page", statement.page);
        section.text("because", statement.because);
        section.truth("quick", judged_quickly);
        statement.tests = read_tests(section, names);
        if (section.has("correction")) {
            ConfigSection correction = section.section("correction");
            correction.require("name", "what is corrected");
            correction.require("test", "a test, or a list of them");
            correction.text("name", statement.correction);
            statement.with_correction = read_tests(correction, names);
            check_correction(correction, statement);
            correction.finish();
        } else {
            section.require("test", "a test, or a list of them");
        }
        section.finish();
        if (judged_quickly || !quick) {
            statements.push_back(std::move(statement));
        }
    });
    return statements;
}

}  // namespace flitscope::tb
