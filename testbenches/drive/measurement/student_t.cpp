#include "testbenches/drive/measurement/student_t.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace flitscope::tb {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kFewestDegrees = 3;
constexpr double kSignificant = 12;  ///< the variance of the skewness of normal values is 6 / n

/// For x >= 0: the argument is halved three times, then the series. std::sqrt is correctly rounded
/// by IEEE 754, unlike the rest of libm.
double arc_tangent(double x) {
    for (int i = 0; i < 3; ++i) {
        x = x / (1 + std::sqrt(1 + x * x));
    }
    double sum = 0;
    for (int power = 29; power >= 1; power -= 2) {
        sum = 1.0 / power - x * x * sum;
    }
    return 8 * x * sum;
}

/// A(t|v): probability of |T| <= t.
double within(double t, int dof) {
    const double squared_cosine = dof / (dof + t * t);
    const double sine = t / std::sqrt(dof + t * t);
    const bool even = dof % 2 == 0;
    double term = even ? 1 : std::sqrt(squared_cosine);
    double sum = dof == 1 ? 0 : term;
    for (int k = even ? 2 : 3; k <= dof - 2; k += 2) {
        term *= squared_cosine * (k - 1) / k;
        sum += term;
    }
    return even ? sine * sum : 2 / kPi * (arc_tangent(t / std::sqrt(1.0 * dof)) + sine * sum);
}

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

/// The inverse of Johnson's modified t: turns a quantile of an ordinary t into one of a skewed
/// mean.
double willink(double t, double beta) {
    return (cube_root(1 + 6 * beta * (t - beta)) - 1) / (2 * beta);
}

}  // namespace

double student_t_quantile(double confidence, int dof) {
    if (!(confidence > 0 && confidence < 1) || dof < 1) {
        throw std::invalid_argument("student_t_quantile: confidence must be in 0..1, dof >= 1");
    }
    double high = 1;
    while (within(high, dof) < confidence && high < 1e12) {
        high *= 2;
    }
    double low = 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (within(middle, dof) < confidence ? low : high) = middle;
    }
    return (low + high) / 2;
}

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
