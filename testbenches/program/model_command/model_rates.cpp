#include "testbenches/program/model_command/model_rates.h"

#include <charconv>

#include "testbenches/program/model_command/model_values.h"

namespace flitscope::tb {

namespace {

constexpr int kMostRates = 100000;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

template <typename T>
bool parse(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end && !text.empty();
}

double rate_of(const std::string& model, const std::string& text) {
    double rate = 0;
    if (!parse(text, rate) || !(rate >= 0 && rate <= 1e100)) {
        refuse(model, "rates", "'" + text + "'", "a number 0..1e100");
    }
    return rate;
}

}  // namespace

std::vector<double> parse_rates(const std::string& model, const std::string& text) {
    std::vector<double> rates;
    const auto range = split(text, ':');
    if (range.size() == 1) {
        for (const std::string& part : split(text, ',')) {
            rates.push_back(rate_of(model, part));
        }
        return rates;
    }
    int count = 0;
    if (range.size() != 3 || !parse(range[2], count) || count < 1 || count > kMostRates) {
        refuse(model, "rates", "'" + text + "'",
               "RATE,RATE,... or FROM:TO:COUNT with a count 1..100000");
    }
    const double from = rate_of(model, range[0]);
    const double to = rate_of(model, range[1]);
    for (int i = 0; i < count; ++i) {
        // The ends come out exactly.
        rates.push_back(i == 0 ? from : i == count - 1 ? to : from + (to - from) * i / (count - 1));
    }
    return rates;
}

}  // namespace flitscope::tb
