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

/// By how much a value is out of a range; less than 0 inside of it.
struct Share {
    double off = 0;  ///< NaN: the place decides nothing
    double error = 0;
    bool undecided = false;
};

/// Looks for the place that decides: the one that is off most; if none is, one that is undecided;
/// and else the narrowest.
class Worst {
public:
    void add(const Share& share, const std::string& text) {
        if (std::isnan(share.off) && !share.undecided) {
            return;
        }
        const bool near = share.off > 0 && share.off <= share.error;
        const Rank rank = share.undecided || near ? Rank::undecided
                          : share.off > 0         ? Rank::off
                                                  : Rank::met;
        if (finding_.measured.empty() || rank > rank_ || (rank == rank_ && share.off > share_)) {
            rank_ = rank;
            share_ = share.off;
            finding_.measured = text;
            if (share.undecided) {
                finding_.measured += ", where a run is undecided";
            } else if (near) {
                finding_.measured += fmt::format(" (interval: {:.2g} %)", 100 * share.error);
            }
        }
    }
    Finding finding(const std::string& wanted) {
        finding_.wanted = wanted;
        finding_.met = !finding_.measured.empty() && rank_ == Rank::met;
        finding_.undecided = rank_ == Rank::undecided;
        finding_.off = std::isnan(share_) ? 0 : std::max(share_, 0.0);
        return finding_;
    }

private:
    enum class Rank { met, undecided, off };
    Finding finding_;
    Rank rank_ = Rank::met;
    double share_ = 0;
};

std::string at_text(const Quantity& quantity, double x) {
    return quantity.number ? "" : fmt::format(" at x = {:.6g}", x);
}

/// By how much `b` is less than `by` times `a`, as a share of that. A negative value counts by its
/// size. Two infinite values decide nothing.
Share shortfall(const Measured& a, const Measured& b, double by) {
    const bool saturated = std::isinf(b.y) && b.y > 0 && !b.undecided;  // nothing is beyond that
    const bool undecided = !saturated && (a.undecided || b.undecided);
    if (std::isinf(a.y) && std::isinf(b.y)) {
        return {kMissing, 0, undecided};
    }
    if (std::isinf(a.y) || std::isinf(b.y)) {
        return {std::isinf(a.y) ? a.y : -b.y, 0, undecided};
    }
    const double wanted = a.y + (by - 1) * std::abs(a.y);
    const double size = std::max(std::abs(wanted), std::abs(b.y));
    Share share{0, 0, undecided};
    if (size > 0) {
        share.off = (wanted - b.y) / size;
        share.error = std::hypot(by * a.error, b.error) / size;
    }
    // What is at least so large decides where it is large enough.
    if ((share.off <= 0 && !a.undecided && b.at_least) ||
        (share.off > 0 && a.at_least && !b.undecided)) {
        share.undecided = false;
    }
    return share;
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
                                  number_text(values.first.y), test.expressions[i],
                                  number_text(values.second.y), at_text(a.number ? b : a, x)));
        }
    }
    std::string wanted = fmt::format("{}", fmt::join(test.expressions, " <= "));
    wanted += test.by == 1 ? "" : fmt::format(" by a factor of {:g}", test.by);
    return all ? worst.finding(wanted) : Finding{false, false, "", wanted, 0};
}

/// By how much a value is outside of a range, as a share of the limit next to it.
Share outside(const Measured& value, double low, double high) {
    const double y = value.y;
    const auto share = [](double out, double limit) {
        return std::isinf(limit) ? -kUnlimited : limit == 0 ? out : out / std::abs(limit);
    };
    const double limit = y < low ? low : high;
    const bool decided = value.at_least && (y > high || (y >= low && std::isinf(high)));
    return {std::isnan(y) ? y : std::max(share(low - y, low), share(y - high, high)),
            limit == 0 ? value.error : value.error / std::abs(limit), value.undecided && !decided};
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
    for (const auto& [x, each] : value.values) {
        worst.add(outside(each, test.low, test.high),
                  fmt::format("{} = {}{}", expression, number_text(each.y), at_text(value, x)));
        least = std::fmin(least, each.y);
        largest = std::fmax(largest, each.y);
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
                                  number_text(each->second.y), each->first,
                                  number_text(next->second.y), next->first));
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

/// What all findings together say.
VerdictKind kind_of(const std::vector<Finding>& findings) {
    VerdictKind kind = findings.empty() ? VerdictKind::does_not_hold : VerdictKind::holds;
    for (const Finding& each : findings) {
        if (!each.met && !each.undecided) {
            return VerdictKind::does_not_hold;
        }
        kind = each.undecided ? VerdictKind::undecided : kind;
    }
    return kind;
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
        case VerdictKind::undecided:
            return "undecided";
        case VerdictKind::not_judged:
            break;
    }
    return "not judged";
}

std::string key_of(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::with_correction:
            return "holds_corrected";
        case VerdictKind::does_not_hold:
            return "fails";
        case VerdictKind::not_judged:
            return "not_judged";
        default:
            return name_of(kind);
    }
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
    verdict.kind = kind_of(verdict.findings);
    if (verdict.kind == VerdictKind::does_not_hold && !statement.with_correction.empty()) {
        std::vector<Finding> corrected = judge_all(statement.with_correction, curves);
        verdict.missing = missing_for(statement.with_correction, corrected, curves);
        verdict.kind = !verdict.missing.empty() ? VerdictKind::not_judged : kind_of(corrected);
        if (verdict.kind == VerdictKind::holds) {
            verdict.kind = VerdictKind::with_correction;
        }
        verdict.findings = std::move(corrected);
    }
    return verdict;
}

bool is_explained(const Statement& statement, const Verdict& verdict) {
    return !statement.because.empty() &&
           (verdict.kind == VerdictKind::does_not_hold || verdict.kind == VerdictKind::undecided);
}

std::string summary(const Verdict& verdict) {
    if (verdict.kind == VerdictKind::not_judged) {
        return verdict.missing;
    }
    std::string text;
    for (const Finding& each : verdict.findings) {
        const bool decides = verdict.kind == VerdictKind::does_not_hold
                                 ? !each.met && !each.undecided
                             : verdict.kind == VerdictKind::undecided ? each.undecided
                                                                      : true;
        if (!decides) {
            continue;
        }
        text += (text.empty() ? "" : "; ") + each.measured;
        text += each.met ? "" : ", wanted " + each.wanted + off_text(each.off);
    }
    return text;
}

}  // namespace flitscope::tb
