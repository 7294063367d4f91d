#include "testbenches/program/plot/colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace flitscope::tb {

namespace {

constexpr std::array<const char*, 10> kFirst = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#8c564b", "#8f6fd0",
                                                "#a0a000", "#808080"};

/// `hue` 0..1 of fixed saturation, with the brightness `value` 0..1.
std::string of_hue(double hue, double value) {
    constexpr double kSaturation = 0.75;
    const auto part = [&](double offset) {
        const double sixth = std::fmod(offset + 6 * hue, 6.0);
        const double less = std::max(0.0, std::min({sixth, 4 - sixth, 1.0}));
        return static_cast<int>(std::lround(255 * value * (1 - kSaturation * less)));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", part(5), part(3), part(1));
}

}  // namespace

std::string colour(std::size_t number) {
    constexpr double kGolden = 0.6180339887498949;
    if (number < kFirst.size()) {
        return kFirst[number];
    }
    const auto more = static_cast<double>(number - kFirst.size() + 1);
    return of_hue(std::fmod(kGolden * more, 1.0), number % 2 == 0 ? 0.85 : 0.6);
}

}  // namespace flitscope::tb
