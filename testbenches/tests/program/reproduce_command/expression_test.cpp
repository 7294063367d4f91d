#include "testbenches/program/reproduce_command/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// a = 1, 2, 4 at x = 1, 2, 3; b = 3, 3, 3; c saturates behind x = 2.
Curves curves() {
    Curves all;
    all["a"].points = {{1, 1}, {2, 2}, {3, 4}};
    all["b"].points = {{1, 3}, {2, 3}, {3, 3}};
    all["c"].points = {{2, 5}, {3, kUnlimited, kMissing, true}};
    return all;
}

double number(const std::string& expression, XRange range = {}) {
    return evaluate(expression, curves(), range).number.value().y;
}

std::map<double, double> values(const std::string& expression, XRange range = {}) {
    std::map<double, double> by_x;
    for (const auto& [x, value] : evaluate(expression, curves(), range).values) {
        by_x[x] = value.y;
    }
    return by_x;
}

TEST(Expression, ComputesAtTheXThatAllCurvesHave) {
    EXPECT_THAT(values("a + 2 * b - 1"), ElementsAre(Pair(1, 6), Pair(2, 7), Pair(3, 9)));
    EXPECT_THAT(values("-(a - b) / 2"), ElementsAre(Pair(1, 1), Pair(2, 0.5), Pair(3, -0.5)));
    EXPECT_THAT(values("a / c"), ElementsAre(Pair(2, 0.4), Pair(3, 0)));
    EXPECT_THAT(values("abs(a - 2)", {1, 2}), ElementsAre(Pair(1, 1), Pair(2, 0)));
    EXPECT_EQ(number("2 - 3 - 4 * .5"), -3);
}

TEST(Expression, FunctionsMakeNumbersOfCurves) {
    EXPECT_EQ(number("at(a, 2) + first(a) + last(a) + growth(a)"), 2 + 1 + 4 + 4);
    EXPECT_EQ(number("min(a) + max(a) + mean(b)"), 1 + 4 + 3);
    EXPECT_EQ(number("growth(a)", {1, 2}), 2);
    EXPECT_EQ(number("saturation(c)"), 2.5);
    EXPECT_EQ(number("saturation(a)"), kUnlimited);
    EXPECT_EQ(number("crossing(a, b)"), 2.5);
    EXPECT_EQ(number("crossing(a, b + 10)"), kUnlimited);
    EXPECT_EQ(number("crossing(a, c - 3)"), 2) << "they touch";
    EXPECT_NEAR(number("nonlinearity(b)"), 0, 1e-12);
    EXPECT_NEAR(number("nonlinearity(a)"), 0.2, 1e-9) << "the line 5/6, 14/6, 23/6";
    EXPECT_TRUE(std::isnan(number("at(a, 7)")));
}

TEST(Expression, CarriesTheErrorsOfItsCurves) {
    Curves all = curves();
    all["a"].points = {{1, 10, 0.3}, {2, 20, 0.4}};
    all["b"].points = {{1, 5, 0.4}, {2, 4, kMissing}};
    const auto error = [&](const std::string& expression) {
        return evaluate(expression, all).values.at(1).error;
    };
    EXPECT_NEAR(error("a - b"), 0.5, 1e-9);
    EXPECT_NEAR(error("2 * a"), 0.6, 1e-9);
    EXPECT_NEAR(error("a * b"), std::hypot(1.5, 4), 1e-9);
    EXPECT_NEAR(error("a / b"), 2 * std::hypot(0.03, 0.08), 1e-9);
    EXPECT_NEAR(evaluate("mean(a)", all).number->error, 0.25, 1e-9);
    EXPECT_NEAR(evaluate("last(b)", all).number->error, 0, 1e-9) << "not known";
}

TEST(Expression, SaysWhatComesOfUndecidedRuns) {
    Curves all = curves();
    all["a"].points[1].undecided = true;
    const auto undecided = [&](const std::string& expression) {
        return evaluate(expression, all).number->undecided;
    };
    EXPECT_TRUE(evaluate("a / b", all).values.at(2).undecided);
    EXPECT_FALSE(evaluate("a / b", all).values.at(3).undecided);
    EXPECT_FALSE(undecided("growth(a)"));
    EXPECT_FALSE(undecided("at(a, 3)"));
    for (const char* const each : {"at(a, 2)", "max(a)", "mean(a)", "nonlinearity(a)"}) {
        EXPECT_TRUE(undecided(each)) << each;
    }
}

/// A network saturates under high loads, or, over its locality, at the low end.
TEST(Curve, SaturatesBetweenTheLastPointBelowAndTheFirstBeyond) {
    const auto saturation = [](std::vector<CurvePoint> points) {
        return Curve{std::move(points)}.saturation();
    };
    const CurvePoint one{1, 5}, full{2, kUnlimited, kMissing, true};
    const CurvePoint low{0.5, kUnlimited, kMissing, true}, doubtful{1.5, 5, 1, false, true};
    EXPECT_EQ(saturation({one, full}).y, 1.5);
    EXPECT_EQ(saturation({one, full}).error, 0.5);
    EXPECT_EQ(saturation({low, one, {2, 3}}).y, 0.75) << "it falls";
    EXPECT_EQ(saturation({low, full}).y, 0.5) << "nothing is below";
    EXPECT_EQ(saturation({one}).y, kUnlimited);
    EXPECT_FALSE(saturation({one, full}).undecided);
    EXPECT_EQ(saturation({one, doubtful, full}).y, 1.5);
    EXPECT_FALSE(saturation({one, doubtful, full}).undecided) << "it is at 1.5 +- 0.5";
    EXPECT_TRUE(saturation({one, doubtful}).undecided);
    EXPECT_FALSE(saturation({one, doubtful, {2, 6}}).undecided);
}

TEST(Expression, RefusesWhatItDoesNotUnderstand) {
    const auto problem = [](const std::string& text) -> std::string {
        try {
            evaluate(text, curves());
            return "none";
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
    };
    EXPECT_THAT(problem("a / d"), HasSubstr("there is no curve d"));
    EXPECT_THAT(problem("root(a)"), HasSubstr("there is no function root"));
    EXPECT_THAT(problem("a +"), HasSubstr("it ends too early"));
    EXPECT_THAT(problem("(a"), HasSubstr("\")\" is missing"));
    EXPECT_THAT(problem("a b"), HasSubstr("not expected: \"b\""));
    EXPECT_THAT(problem("at(a)"), HasSubstr("\",\" is missing"));
    EXPECT_THAT(problem("at(a, b)"), HasSubstr("not a number"));
    EXPECT_THAT(problem("saturation(a + b)"), HasSubstr("is missing"));
    EXPECT_THAT(problem(std::string(100, '(')), HasSubstr("too many brackets"));
}

TEST(Expression, NamesItsCurves) {
    EXPECT_THAT(curves_in("a / saturation(c) + 1", {"a", "b", "c"}), ElementsAre("a", "c"));
}

}  // namespace
}  // namespace flitscope::tb
