#include "testbenches/drive/measurement/skewed_mean.h"

#include <algorithm>
#include <cmath>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {

namespace {

constexpr int kFewestDegrees = 3;
constexpr double kSignificant = 12;  ///< the variance of the skewness of normal values is 6 / n

/// By Newton's method: libm's differs in the last bit between machines.
double cube_root(double x) {
    if (x < 0) {
        return -cube_root(-x);
    }
    double root = std::max(x, 1.0);  // above the root: Newton descends, until it cannot
    for (double next = (2 * root + x / (root * root)) / 3; next < root;
         next = (2 * root + x / (root * root)) / 3) {
        root = next;
    }
    return root;
}

/// Johnson's modified t turned round: the quantile of an ordinary t as one of a skewed mean.
double willink(double t, double beta) {
    return (cube_root(1 + 6 * beta * (t - beta)) - 1) / (2 * beta);
}

}  // namespace

double skewed_mean_factor(double confidence, int n, double skewness, double kurtosis) {
    const double plain = student_t_quantile(confidence, n - 1);
    const double degrees = 2.0 * n / std::max(kurtosis - 1, 1e-3);
    const double t =
        degrees >= n - 1
            ? plain
            : student_t_quantile(
                  confidence, std::min(n - 1, std::max(kFewestDegrees, static_cast<int>(degrees))));
    if (skewness * skewness * n <= kSignificant) {
        return std::max(plain, t);
    }
    const double beta = skewness / (6 * std::sqrt(1.0 * n));
    return std::max({plain, std::abs(willink(t, beta)), std::abs(willink(-t, beta))});
}

}  // namespace flitscope::tb
