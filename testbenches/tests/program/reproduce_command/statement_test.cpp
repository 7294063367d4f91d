#include "testbenches/program/reproduce_command/statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using Kind = StatementTest::Kind;

/// low = 1, 2, 3 at x = 1, 2, 3; high = 1.5, 2, 9; full saturates behind x = 1.
Curves three_curves() {
    Curves all;
    all["low"].points = {{1, 1}, {2, 2}, {3, 3}};
    all["high"].points = {{1, 1.5}, {2, 2}, {3, 9}};
    all["full"].points = {{1, 1}, {2, kUnlimited, kMissing, true}};
    return all;
}

StatementTest order(std::vector<std::string> expressions, double by = 1, XRange range = {}) {
    StatementTest test;
    test.kind = Kind::order;
    test.expressions = std::move(expressions);
    test.by = by;
    test.range = range;
    return test;
}

StatementTest value(const std::string& expression, double low, double high, XRange range = {}) {
    StatementTest test;
    test.expressions = {expression};
    test.low = low;
    test.high = high;
    test.range = range;
    return test;
}

StatementTest steps(Kind kind, const std::string& expression, double by = 1) {
    StatementTest test = order({expression}, by);
    test.kind = kind;
    return test;
}

TEST(StatementTests, OrderHoldsAtEveryX) {
    EXPECT_TRUE(judge(order({"low", "high"}), three_curves()).met);
    const Finding turned = judge(order({"high", "low"}), three_curves());
    EXPECT_FALSE(turned.met);
    EXPECT_NEAR(turned.off, 2.0 / 3, 1e-9);
    EXPECT_EQ(turned.measured, "high = 9, low = 3 at x = 3");
    EXPECT_TRUE(judge(order({"high", "low"}, 1, {2, 2}), three_curves()).met)
        << "they are equal there";
    EXPECT_FALSE(judge(order({"low", "high"}, 1.2), three_curves()).met)
        << "less than a fifth at 2";
    EXPECT_TRUE(judge(order({"low", "high"}, 1.2, {3, 3}), three_curves()).met);
    EXPECT_TRUE(judge(order({"high", "low"}, 0.6, {1, 2}), three_curves()).met) << "a tolerance";
}

TEST(StatementTests, OrderTakesSaturatedCurvesAsInfinite) {
    EXPECT_TRUE(judge(order({"low", "full"}), three_curves()).met);
    EXPECT_FALSE(judge(order({"full", "low"}), three_curves()).met);
    EXPECT_TRUE(judge(order({"saturation(full)", "saturation(low)"}), three_curves()).met);
}

TEST(StatementTests, ValueStaysInItsRange) {
    EXPECT_TRUE(judge(value("high / low", 1, 3), three_curves()).met);
    const Finding off = judge(value("high / low", 1, 2), three_curves());
    EXPECT_FALSE(off.met);
    EXPECT_NEAR(off.off, 0.5, 1e-9);
    EXPECT_EQ(off.measured, "high / low = 3 at x = 3");
    EXPECT_EQ(off.wanted, "1 to 2");
    EXPECT_TRUE(judge(value("high / low", 1, 2, {1, 2}), three_curves()).met);
    EXPECT_TRUE(judge(value("low", 0.5, kUnlimited), three_curves()).met);
    EXPECT_EQ(judge(value("low", 5, kUnlimited), three_curves()).wanted, "at least 5");
    EXPECT_TRUE(judge(value("saturation(full)", 1, 2), three_curves()).met);
    EXPECT_FALSE(judge(value("saturation(low)", 1, 2), three_curves()).met);
}

TEST(StatementTests, RisesAndFallsStepByStep) {
    EXPECT_TRUE(judge(steps(Kind::rises, "low"), three_curves()).met);
    EXPECT_FALSE(judge(steps(Kind::falls, "low"), three_curves()).met);
    EXPECT_TRUE(judge(steps(Kind::falls, "1 / low"), three_curves()).met);
    EXPECT_FALSE(judge(steps(Kind::rises, "high", 1.5), three_curves()).met);
    EXPECT_TRUE(judge(steps(Kind::rises, "high", 1.3), three_curves()).met);
}

TEST(Statements, HaveAVerdict) {
    Statement statement;
    statement.tests = {order({"low", "high"})};
    EXPECT_EQ(name_of(judge(statement, three_curves()).kind), "holds");
    statement.tests.push_back(value("high", 0, 5));
    Verdict verdict = judge(statement, three_curves());
    EXPECT_EQ(name_of(verdict.kind), "does not hold");
    EXPECT_EQ(summary(verdict), "high = 9 at x = 3, wanted 0 to 5: off by 80 %");
    statement.correction = "without the last point";
    statement.with_correction = {value("high", 0, 5, {1, 2})};
    EXPECT_EQ(name_of(judge(statement, three_curves()).kind), "holds with correction");
    statement.with_correction = {value("high", 0, 1)};
    EXPECT_EQ(name_of(judge(statement, three_curves()).kind), "does not hold");
}

/// A longer run could turn what is missed by less than the interval, or by a run without an end.
TEST(Statements, AreUndecidedWhereALongerRunCouldTurnThem) {
    Curves all = three_curves();
    all["low"].points[2].error = 0.2;
    Statement statement;
    statement.tests = {value("low", 0, 2.9)};
    Verdict verdict = judge(statement, all);
    EXPECT_EQ(name_of(verdict.kind), "undecided");
    EXPECT_EQ(summary(verdict),
              "low = 3 at x = 3 (interval: 6.9 %), wanted 0 to 2.9: off by 3.4 %");
    statement.tests = {value("low", 0, 2.7)};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::does_not_hold) << "by more than 0.2";
    statement.tests = {value("low", 0, 3)};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::holds);
    all["low"].points[1].undecided = true;
    verdict = judge(statement, all);
    EXPECT_EQ(verdict.kind, VerdictKind::undecided);
    EXPECT_THAT(summary(verdict), HasSubstr("low = 2 at x = 2, where a run is undecided"));
    statement.tests = {value("low", 0, 3, {3, 3})};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::holds) << "the point is not needed";
    statement.tests = {order({"high", "low"})};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::does_not_hold) << "of another point";
    statement.tests = {order({"low", "high"}), value("low", 0, 3)};
    statement.with_correction = {value("low", 0, 3, {1, 1})};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::undecided) << "it is not corrected";
    statement.tests = {order({"low", "full"}, 1, {2, 2})};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::holds) << "full is saturated there";
    statement.tests = {value("high", 0, 2)};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::with_correction);
    statement.with_correction = {value("low", 0, 3)};
    EXPECT_EQ(judge(statement, all).kind, VerdictKind::undecided);
}

/// The latency of a run that is undecided grows with the run.
TEST(Statements, AreDecidedByWhatIsAlreadyLargeEnough) {
    Curves all = three_curves();
    all["high"].points[2].undecided = all["high"].points[2].at_least = true;  // 9 or more
    const auto kind = [&](const StatementTest& test) {
        Statement statement;
        statement.tests = {test};
        return judge(statement, all).kind;
    };
    EXPECT_EQ(kind(order({"low", "high"})), VerdictKind::holds);
    EXPECT_EQ(kind(order({"4 * low", "high"}, 1, {3, 3})), VerdictKind::undecided);
    EXPECT_EQ(kind(order({"high", "low"}, 1, {3, 3})), VerdictKind::does_not_hold);
    EXPECT_EQ(kind(order({"high", "5 * low"}, 1, {3, 3})), VerdictKind::undecided);
    EXPECT_EQ(kind(value("high / low", 1, 2)), VerdictKind::does_not_hold);
    EXPECT_EQ(kind(value("high / low", 1, 5)), VerdictKind::undecided);
    EXPECT_EQ(kind(value("max(high) - 1", 5, kUnlimited)), VerdictKind::holds);
    EXPECT_EQ(kind(value("low / high", 0, 5)), VerdictKind::undecided) << "not known from below";
}

TEST(Statements, AreNamedForScriptsToo) {
    EXPECT_EQ(key_of(VerdictKind::holds), "holds");
    EXPECT_EQ(key_of(VerdictKind::with_correction), "holds_corrected");
    EXPECT_EQ(key_of(VerdictKind::does_not_hold), "fails");
    EXPECT_EQ(key_of(VerdictKind::undecided), "undecided");
    EXPECT_EQ(key_of(VerdictKind::not_judged), "not_judged");
}

TEST(Statements, AreNotJudgedWithoutTheirPoints) {
    Statement statement;
    statement.tests = {value("at(low, 7)", 0, 5)};
    EXPECT_THAT(summary(judge(statement, three_curves())), HasSubstr("at(low, 7) has no value"));
    Curves some_failed = three_curves();
    some_failed["low"].complete = false;
    statement.tests = {value("low", 0, 5)};
    const Verdict verdict = judge(statement, some_failed);
    EXPECT_EQ(verdict.kind, VerdictKind::not_judged);
    EXPECT_EQ(summary(verdict), "points of the curve low failed");
}

}  // namespace
}  // namespace flitscope::tb
