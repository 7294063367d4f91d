#include "testbenches/program/reproduce_command/statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace flitscope::tb {

namespace {

std::string number_text(double value) {
    return std::isinf(value) ? (value > 0 ? "infinite" : "-infinite")
                             : fmt::format("{:.4g}", value);
}

/// ": off by 12 %"; nothing for an infinite share.
std::string off_text(double share) {
    return std::isinf(share)
               ? ""
               : fmt::format(share < 1 ? ": off by {:.2g} %" : ": off by {:.0f} %", 100 * share);
}

/// Looks for the place that decides: the one that is off most, and if none is, the narrowest.
class Worst {
public:
    /// `share`: by how much the value is out of the range; less than 0 inside of it.
    void add(double share, const std::string& text) {
        if (std::isnan(share)) {
            return;
        }
        if (finding_.measured.empty() || share > share_) {
            share_ = share;
            finding_.measured = text;
        }
    }
    Finding finding(const std::string& wanted) {
        finding_.wanted = wanted;
        finding_.met = !finding_.measured.empty() && share_ <= 0;
        finding_.off = std::max(share_, 0.0);
        return finding_;
    }

private:
    Finding finding_;
    double share_ = 0;
};

std::string at_text(const Quantity& quantity, double x) {
    return quantity.number ? "" : fmt::format(" at x = {:.6g}", x);
}

/// By how much `b` is less than `by` times `a`, as a share of that. A negative value counts by its
/// size. Two infinite values decide nothing.
double shortfall(double a, double b, double by) {
    if (std::isinf(a) && std::isinf(b)) {
        return kMissing;
    }
    if (std::isinf(a) || std::isinf(b)) {
        return (std::isinf(a) ? a : -b);
    }
    const double wanted = a + (by - 1) * std::abs(a);
    const double size = std::max(std::abs(wanted), std::abs(b));
    return size > 0 ? (wanted - b) / size : 0;
}

Finding judge_order(const StatementTest& test, const Curves& curves) {
    Worst worst;
    bool all = true;
    for (std::size_t i = 1; i < test.expressions.size(); ++i) {
        const Quantity a = evaluate(test.expressions[i - 1], curves, test.range);
        const Quantity b = evaluate(test.expressions[i], curves, test.range);
        const auto both = at_shared_x(a, b);
        all = all && !both.empty();
        for (const auto& [x, values] : both) {
            worst.add(shortfall(values.first, values.second, test.by),
                      fmt::format("{} = {}, {} = {}{}", test.expressions[i - 1],
                                  number_text(values.first), test.expressions[i],
                                  number_text(values.second), at_text(a.number ? b : a, x)));
        }
    }
    std::string wanted = fmt::format("{}", fmt::join(test.expressions, " <= "));
    wanted += test.by == 1 ? "" : fmt::format(" by a factor of {:g}", test.by);
    return all ? worst.finding(wanted) : Finding{false, "", wanted, 0};
}

/// By how much `y` is outside of a range, as a share of the limit next to it; less than 0 inside.
double outside(double y, double low, double high) {
    const auto share = [](double out, double limit) {
        return std::isinf(limit) ? -kUnlimited : limit == 0 ? out : out / std::abs(limit);
    };
    return std::isnan(y) ? y : std::max(share(low - y, low), share(y - high, high));
}

std::string range_text(double low, double high) {
    return low == high        ? number_text(low)
           : std::isinf(high) ? "at least " + number_text(low)
           : std::isinf(low)  ? "at most " + number_text(high)
                              : number_text(low) + " to " + number_text(high);
}

Finding judge_value(const StatementTest& test, const Curves& curves) {
    const std::string& expression = test.expressions.front();
    Quantity value = evaluate(expression, curves, test.range);
    if (value.number) {
        value.values = {{0, *value.number}};
    }
    Worst worst;
    double least = kUnlimited, largest = -least;
    for (const auto& [x, y] : value.values) {
        worst.add(outside(y, test.low, test.high),
                  fmt::format("{} = {}{}", expression, number_text(y), at_text(value, x)));
        least = std::fmin(least, y);
        largest = std::fmax(largest, y);
    }
    Finding finding = worst.finding(range_text(test.low, test.high));
    if (finding.met && value.values.size() > 1) {
        const std::string low = number_text(least), high = number_text(largest);
        finding.measured = expression + " = " + low + (low == high ? "" : " to " + high);
    }
    return finding;
}

Finding judge_steps(const StatementTest& test, const Curves& curves) {
    const bool rises = test.kind == StatementTest::Kind::rises;
    const std::string& expression = test.expressions.front();
    const Quantity value = evaluate(expression, curves, test.range);
    Worst worst;
    for (auto each = value.values.begin(); each != value.values.end(); ++each) {
        const auto next = std::next(each);
        if (next != value.values.end()) {
            const auto [small, large] = rises ? std::pair(each->second, next->second)
                                              : std::pair(next->second, each->second);
            worst.add(shortfall(small, large, test.by),
                      fmt::format("{} = {} at x = {:.6g}, {} at {:.6g}", expression,
                                  number_text(each->second), each->first, number_text(next->second),
                                  next->first));
        }
    }
    return worst.finding(std::string(rises ? "rising" : "falling") +
                         (test.by == 1 ? "" : fmt::format(" by a factor of {:g}", test.by)));
}

std::vector<Finding> judge_all(const std::vector<StatementTest>& tests, const Curves& curves) {
    std::vector<Finding> findings;
    for (const StatementTest& each : tests) {
        findings.push_back(judge(each, curves));
    }
    return findings;
}

bool all_met(const std::vector<Finding>& findings) {
    return !findings.empty() && std::all_of(findings.begin(), findings.end(),
                                            [](const Finding& each) { return each.met; });
}

/// Why the tests cannot be judged; "": they can.
std::string missing_for(const std::vector<StatementTest>& tests,
                        const std::vector<Finding>& findings, const Curves& curves) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
        for (const std::string& expression : tests[i].expressions) {
            const std::string name = incomplete_curve_in(expression, curves);
            if (!name.empty()) {
                return "points of the curve " + name + " failed";
            }
        }
        if (findings[i].measured.empty()) {
            return fmt::format("{} has no value", fmt::join(tests[i].expressions, ", "));
        }
    }
    return "";
}

}  // namespace

std::string name_of(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::holds:
            return "holds";
        case VerdictKind::with_correction:
            return "holds with correction";
        case VerdictKind::does_not_hold:
            return "does not hold";
        case VerdictKind::not_judged:
            break;
    }
    return "not judged";
}

Finding judge(const StatementTest& test, const Curves& curves) {
    switch (test.kind) {
        case StatementTest::Kind::order:
            return judge_order(test, curves);
        case StatementTest::Kind::value:
            return judge_value(test, curves);
        default:
            return judge_steps(test, curves);
    }
}

Verdict judge(const Statement& statement, const Curves& curves) {
    Verdict verdict;
    verdict.findings = judge_all(statement.tests, curves);
    verdict.missing = missing_for(statement.tests, verdict.findings, curves);
    if (!verdict.missing.empty()) {
        return verdict;
    }
    verdict.kind = VerdictKind::does_not_hold;
    if (all_met(verdict.findings)) {
        verdict.kind = VerdictKind::holds;
    } else if (!statement.with_correction.empty()) {
        std::vector<Finding> corrected = judge_all(statement.with_correction, curves);
        verdict.missing = missing_for(statement.with_correction, corrected, curves);
        verdict.kind = !verdict.missing.empty() ? VerdictKind::not_judged
                       : all_met(corrected)     ? VerdictKind::with_correction
                                                : VerdictKind::does_not_hold;
        verdict.findings = std::move(corrected);
    }
    return verdict;
}

std::string summary(const Verdict& verdict) {
    if (verdict.kind == VerdictKind::not_judged) {
        return verdict.missing;
    }
    std::string text;
    for (const Finding& each : verdict.findings) {
        if (verdict.kind == VerdictKind::does_not_hold && each.met) {
            continue;
        }
        text += (text.empty() ? "" : "; ") + each.measured;
        text += each.met ? "" : ", wanted " + each.wanted + off_text(each.off);
    }
    return text;
}

}  // namespace flitscope::tb
