#pragma once

#include <optional>
#include <vector>

namespace flitscope::tb {

/// A mean with the half width of its confidence interval; none: it is not trusted, or there is no
/// mean.
struct Estimate {
    double value = 0;
    std::optional<double> half_width;
};

/// Whether two means of independent runs differ, at the confidence of their intervals: |a - b| >
/// sqrt(half_width_a^2 + half_width_b^2). None if either has no interval.
///
/// Source: the interval of Welch (Biometrika 34, 1947; Law and Kelton, *Simulation Modeling and
/// Analysis*, 3rd ed., 10.2.2) is t * sqrt(s_a^2 + s_b^2) with degrees of freedom between them.
/// Taking each variance with the t of its own run, which is in its half width, is never shorter
/// than Cochran's approximation of it (weighted mean of both t), so it errs on the side of "not
/// significant". It also does so where both runs have the same random numbers, which makes the
/// difference vary less.
std::optional<bool> intervals_differ(const Estimate& a, const Estimate& b);

/// Whether the means of two samples of independent replicas differ with this confidence: Welch's
/// test, degrees of freedom by Welch and Satterthwaite, rounded down. None with fewer than two
/// replicas on either side. Samples without spread differ if their values do.
std::optional<bool> replicas_differ(const std::vector<double>& a, const std::vector<double>& b,
                                    double confidence);

}  // namespace flitscope::tb
