#include "testbenches/program/reproduce_command/expression.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace flitscope::tb {

namespace {

using Values = std::map<double, Measured>;

constexpr int kDeepest = 50;  ///< brackets and signs inside one another

[[noreturn]] void fail(const std::string& problem) { throw std::invalid_argument(problem); }

Measured applied(char sign, const Measured& a, const Measured& b);

bool any_undecided(const Values& a) {
    return std::any_of(a.begin(), a.end(), [](const auto& each) { return each.second.undecided; });
}

/// It is known, or known from below.
bool is_bounded(const Measured& a) { return !a.undecided || a.at_least; }

/// `of`, which grows with every value, when some are undecided.
Measured of_all(const Measured& of, const Values& a) {
    const bool undecided = any_undecided(a);
    const bool bounded =
        std::all_of(a.begin(), a.end(), [](const auto& each) { return is_bounded(each.second); });
    return {of.y, of.error, undecided, undecided && bounded};
}

Measured first(const Values& a) { return a.begin()->second; }
Measured last(const Values& a) { return a.rbegin()->second; }
Measured growth(const Values& a) { return applied('/', last(a), first(a)); }

bool is_less(const Values::value_type& a, const Values::value_type& b) {
    return a.second.y < b.second.y;
}
Measured least(const Values& a) {
    return of_all(std::min_element(a.begin(), a.end(), is_less)->second, a);
}
Measured largest(const Values& a) {
    return of_all(std::max_element(a.begin(), a.end(), is_less)->second, a);
}

Measured mean(const Values& a) {
    Measured sum;
    for (const auto& [x, value] : a) {
        sum = applied('+', sum, value);
    }
    return applied('/', sum, {static_cast<double>(a.size())});
}

/// From the line of least squares.
Measured nonlinearity(const Values& a) {
    double mean_x = 0, xx = 0, xy = 0, most = 0;
    for (const auto& [x, value] : a) {
        mean_x += x / static_cast<double>(a.size());
    }
    const double mean_y = mean(a).y;
    for (const auto& [x, value] : a) {
        xx += (x - mean_x) * (x - mean_x);
        xy += (x - mean_x) * (value.y - mean_y);
    }
    for (const auto& [x, value] : a) {
        const double line = mean_y + (xx > 0 ? xy / xx * (x - mean_x) : 0);
        most = std::max(most, std::abs(value.y / line - 1));
    }
    return {most, 0, any_undecided(a)};
}

/// The first x at which `a`, between its points on straight lines, is 0 or changes its sign.
Measured root(const Values& a) {
    const auto* before = &*a.begin();
    bool undecided = false;
    for (const auto& each : a) {
        const double x = each.first, y = each.second.y, last_y = before->second.y;
        undecided = undecided || each.second.undecided;
        if (y == 0) {
            return {x, 0, undecided};
        }
        if ((last_y < 0) != (y < 0)) {
            const double share =
                std::isfinite(y) && std::isfinite(last_y) ? last_y / (last_y - y) : 0.5;
            return {before->first + share * (x - before->first), 0, undecided};
        }
        before = &each;
    }
    return {kUnlimited, 0, undecided};
}

struct Function {
    const char* name;
    Measured (*of)(const Values& values);
};
constexpr Function kFunctions[] = {{"first", first},
                                   {"last", last},
                                   {"growth", growth},
                                   {"min", least},
                                   {"max", largest},
                                   {"mean", mean},
                                   {"nonlinearity", nonlinearity}};

Quantity number(Measured value) { return {{}, value}; }

/// The values that are there; of a number, that one.
Quantity reduced(Measured (*of)(const Values&), const Quantity& a) {
    Values values = a.values;
    if (a.number) {
        values.emplace(0, *a.number);
    }
    for (auto each = values.begin(); each != values.end();) {
        each = std::isnan(each->second.y) ? values.erase(each) : std::next(each);
    }
    return number(values.empty() ? Measured{kMissing} : of(values));
}

/// With the error to the first order.
Measured applied(char sign, const Measured& a, const Measured& b) {
    Measured result{0, std::hypot(a.error, b.error), a.undecided || b.undecided};
    const bool rises = sign == '+' || sign == '*';  // with b
    result.at_least = result.undecided && is_bounded(a) && (rises ? is_bounded(b) : !b.undecided) &&
                      (sign == '+' || sign == '-' || (a.y >= 0 && b.y >= 0));
    switch (sign) {
        case '+':
            result.y = a.y + b.y;
            return result;
        case '-':
            result.y = a.y - b.y;
            return result;
        case '*':
            result.y = a.y * b.y;
            result.error = std::hypot(a.error * b.y, a.y * b.error);
            break;
        default:
            result.y = a.y / b.y;
            result.error = std::hypot(a.error / b.y, result.y * b.error / b.y);
    }
    result.error = std::isfinite(result.error) ? result.error : 0;
    return result;
}

Quantity arithmetic(char sign, const Quantity& a, const Quantity& b) {
    Quantity result;
    for (const auto& [x, values] : at_shared_x(a, b)) {
        result.values.emplace(x, applied(sign, values.first, values.second));
    }
    return a.number && b.number ? number(result.values.begin()->second) : result;
}

/// Evaluates an expression while reading it.
class Reader {
public:
    Reader(const std::string& text, const Curves& curves, XRange range)
        : text_(text), curves_(curves), range_(range) {}

    Quantity whole() {
        Quantity value = sum();
        if (at_ < text_.size()) {
            fail("not expected: \"" + text_.substr(at_) + "\"");
        }
        return value;
    }
    const std::set<std::string>& named() const { return named_; }

private:
    void blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
        }
    }
    /// Takes the sign if it is next.
    bool next(char sign) {
        blanks();
        if (at_ == text_.size() || text_[at_] != sign) {
            return false;
        }
        ++at_;
        blanks();
        return true;
    }
    void expect(char sign) {
        if (!next(sign)) {
            fail(std::string("\"") + sign + "\" is missing" +
                 (at_ < text_.size() ? " at \"" + text_.substr(at_) + "\"" : ""));
        }
    }

    Quantity sum() {
        Quantity value = product();
        for (;;) {
            const bool plus = next('+');
            if (!plus && !next('-')) {
                return value;
            }
            value = arithmetic(plus ? '+' : '-', value, product());
        }
    }
    Quantity product() {
        Quantity value = factor();
        for (;;) {
            const bool times = next('*');
            if (!times && !next('/')) {
                return value;
            }
            value = arithmetic(times ? '*' : '/', value, factor());
        }
    }
    Quantity factor() {
        if (++depth_ > kDeepest) {
            fail("too many brackets");
        }
        Quantity value;
        if (next('-')) {
            value = arithmetic('-', number({0}), factor());
        } else if (next('(')) {
            value = sum();
            expect(')');
        } else {
            value = operand();
        }
        --depth_;
        blanks();
        return value;
    }
    Quantity operand() {
        const char* const begin = text_.c_str() + at_;
        const unsigned char head = static_cast<unsigned char>(*begin);
        if (std::isdigit(head) != 0 || head == '.') {
            char* end = nullptr;
            const double value = std::strtod(begin, &end);
            at_ += static_cast<std::size_t>(end - begin);
            return number({value});
        }
        const std::string name = word();
        return next('(') ? call(name) : curve(name);
    }
    std::string word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
            ++at_;
        }
        if (at_ == begin) {
            fail(at_ < text_.size() ? "not expected: \"" + text_.substr(at_) + "\""
                                    : "it ends too early");
        }
        return text_.substr(begin, at_ - begin);
    }

    const Curve& curve_of(const std::string& name) {
        const auto found = curves_.find(name);
        if (found == curves_.end()) {
            fail("there is no curve " + name);
        }
        named_.insert(name);
        return found->second;
    }
    Quantity curve(const std::string& name) {
        Quantity value;
        for (const CurvePoint& each : curve_of(name).points) {
            if (range_.has(each.x)) {
                value.values.emplace(each.x, each.measured());
            }
        }
        return value;
    }
    Quantity call(const std::string& function) {
        Quantity value;
        const auto* const simple =
            std::find_if(std::begin(kFunctions), std::end(kFunctions),
                         [&](const Function& each) { return function == each.name; });
        if (simple != std::end(kFunctions)) {
            value = reduced(simple->of, sum());
        } else if (function == "abs") {
            value = sum();
            for (auto& [x, each] : value.values) {
                each.at_least = each.at_least && each.y >= 0;
                each.y = std::abs(each.y);
            }
            if (value.number) {
                value.number->y = std::abs(value.number->y);
            }
        } else if (function == "saturation") {
            value = number(curve_of(word()).saturation());
        } else if (function == "at" || function == "crossing") {
            const Quantity a = sum();
            expect(',');
            const Quantity b = sum();
            value = function == "at" ? at(a, b) : reduced(root, arithmetic('-', a, b));
        } else {
            fail("there is no function " + function);
        }
        expect(')');
        return value;
    }
    static Quantity at(const Quantity& a, const Quantity& x) {
        if (!x.number) {
            fail("the x of at is not a number");
        }
        const auto found = a.values.find(comparable_x(x.number->y));
        return number(found == a.values.end() ? Measured{kMissing} : found->second);
    }

    const std::string& text_;
    const Curves& curves_;
    XRange range_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::set<std::string> named_;
};

}  // namespace

std::map<double, std::pair<Measured, Measured>> at_shared_x(const Quantity& a, const Quantity& b) {
    std::map<double, std::pair<Measured, Measured>> both;
    if (a.number && b.number) {
        both[0] = {*a.number, *b.number};
    }
    for (const auto& [x, y] : a.number ? b.values : a.values) {
        const auto other = b.values.find(x);
        if (a.number || b.number || other != b.values.end()) {
            both[x] = {a.number ? *a.number : y, b.number ? *b.number : other->second};
        }
    }
    return both;
}

Quantity evaluate(const std::string& expression, const Curves& curves, XRange range) {
    return Reader(expression, curves, range).whole();
}

std::set<std::string> curves_in(const std::string& expression, const std::set<std::string>& names) {
    Curves curves;
    for (const std::string& name : names) {
        curves[name];
    }
    Reader reader(expression, curves, {});
    reader.whole();
    return reader.named();
}

std::string incomplete_curve_in(const std::string& expression, const Curves& curves) {
    Reader reader(expression, curves, {});
    reader.whole();
    const auto found =
        std::find_if(reader.named().begin(), reader.named().end(),
                     [&](const std::string& name) { return !curves.at(name).complete; });
    return found == reader.named().end() ? "" : *found;
}

}  // namespace flitscope::tb
