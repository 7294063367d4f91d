#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "testbenches/program/reproduce_command/curve.h"

namespace flitscope::tb {

/// A number, or numbers by x. The errors of what it is computed of are taken as independent.
struct Quantity {
    std::map<double, Measured> values;
    std::optional<Measured> number;
};

/// The x that count, both ends included.
struct XRange {
    double from = -kUnlimited;
    double to = kUnlimited;

    bool has(double x) const { return from <= x && x <= to; }
};

/// The values of both at the x that they share; two numbers are one pair.
std::map<double, std::pair<Measured, Measured>> at_shared_x(const Quantity& a, const Quantity& b);

/// The value of an expression of curves (docs/reproduce.md). NaN: there is no value, because points
/// are missing or both sides of a quotient are infinite. Throws std::invalid_argument: what cannot
/// be understood, also for the name of a curve that is not there.
Quantity evaluate(const std::string& expression, const Curves& curves, XRange range = {});

/// The curves that an expression names, of those in `names`. Throws as evaluate.
std::set<std::string> curves_in(const std::string& expression, const std::set<std::string>& names);

/// A curve in the expression of which points failed; "": none. Throws as evaluate.
std::string incomplete_curve_in(const std::string& expression, const Curves& curves);

}  // namespace flitscope::tb
