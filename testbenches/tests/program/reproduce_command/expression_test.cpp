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
    return evaluate(expression, curves(), range).number.value();
}

TEST(Expression, ComputesAtTheXThatAllCurvesHave) {
    EXPECT_THAT(evaluate("a + 2 * b - 1", curves()).values,
                ElementsAre(Pair(1, 6), Pair(2, 7), Pair(3, 9)));
    EXPECT_THAT(evaluate("-(a - b) / 2", curves()).values,
                ElementsAre(Pair(1, 1), Pair(2, 0.5), Pair(3, -0.5)));
    EXPECT_THAT(evaluate("a / c", curves()).values, ElementsAre(Pair(2, 0.4), Pair(3, 0)));
    EXPECT_THAT(evaluate("abs(a - 2)", curves(), {1, 2}).values,
                ElementsAre(Pair(1, 1), Pair(2, 0)));
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
