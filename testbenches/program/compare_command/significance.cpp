#include "testbenches/program/compare_command/significance.h"

#include <algorithm>
#include <cmath>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {

namespace {

struct Sample {
    double mean = 0;
    double variance_of_mean = 0;
    double freedom = 0;
};

Sample sample(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    Sample sample;
    sample.freedom = count - 1;
    for (const double value : values) {
        sample.mean += value / count;
    }
    for (const double value : values) {
        const double off = value - sample.mean;
        sample.variance_of_mean += off * off / (count - 1) / count;
    }
    return sample;
}

}  // namespace

std::optional<bool> intervals_differ(const Estimate& a, const Estimate& b) {
    if (!a.half_width || !b.half_width) {
        return std::nullopt;
    }
    return std::abs(a.value - b.value) > std::hypot(*a.half_width, *b.half_width);
}

std::optional<bool> replicas_differ(const std::vector<double>& a, const std::vector<double>& b,
                                    double confidence) {
    if (a.size() < 2 || b.size() < 2) {
        return std::nullopt;
    }
    const Sample of_a = sample(a), of_b = sample(b);
    const double variance = of_a.variance_of_mean + of_b.variance_of_mean;
    const double difference = std::abs(of_a.mean - of_b.mean);
    if (variance == 0) {
        return difference > 0;
    }
    const auto part = [&](const Sample& one) {
        return one.variance_of_mean * one.variance_of_mean / one.freedom;
    };
    const double freedom = variance * variance / (part(of_a) + part(of_b));
    const int whole = std::max(1, static_cast<int>(std::min(freedom, 1e6)));
    return difference > student_t_quantile(confidence, whole) * std::sqrt(variance);
}

}  // namespace flitscope::tb
